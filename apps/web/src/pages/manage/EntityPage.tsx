import type { EntityType } from '@callboard/contract/claims'
import { createEntity, type Entity, getEntity, updateEntity } from '@callboard/contract/entities'
import { EntityForm, type EntityValues } from '#web/features/entities/EntityForm.tsx'
import { entityNouns } from '#web/features/entities/entity-words.ts'
import { send } from '#web/lib/api.ts'
import { entityTypeNames } from '#web/lib/claim-words.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/current-user.ts'
import { entityKind, paths } from '#web/lib/paths.ts'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

interface EntityPageProps {
  type: EntityType
}

export function EntityPage({ type }: EntityPageProps) {
  const { isAdmin } = useCurrentUser()
  const mayEdit = useHoldsClaim(`${type}.edit`)
  return (
    <RecordPage<Entity>
      kind={entityKind(type)}
      tableType="entity"
      listName={entityTypeNames[type]}
      above={[{ name: 'Entities', path: paths.manageEntities }]}
      newTitle={`Add ${entityNouns[type]}`}
      titleOf={({ name }) => name}
      renderDescription={({ customerName, isActive }) => (
        <>
          {customerName ?? 'Of no customer in particular'} <ActiveTag isActive={isActive} />
        </>
      )}
      load={(id, signal) => send(getEntity, { params: { id } }, signal)}
      tabs={[
        {
          key: 'entity',
          label: entityNouns[type],
          render: (entity, { taken, reload }) => (
            <EntityForm
              type={type}
              entity={entity}
              isReadOnly={!mayEdit || (entity?.customerId === null && !isAdmin)}
              save={async (values) => taken(await saved(type, entity, values))}
              onReload={reload}
            />
          ),
        },
      ]}
    />
  )
}

async function saved(
  type: EntityType,
  entity: Entity | undefined,
  { code, customerId, parentId, attributes, ...rest }: EntityValues,
): Promise<Entity> {
  const body = {
    ...rest,
    parentId,
    attributes: Object.fromEntries(attributes.map(({ name, value = '' }) => [name, value])),
  }
  if (entity === undefined)
    return await send(createEntity, { body: { ...body, type, code, customerId: customerId ?? undefined } })
  return await send(updateEntity, { body: { ...body, id: entity.id, revision: entity.revision } })
}
