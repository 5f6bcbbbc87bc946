import * as endpoints from '@callboard/contract/entity-groups'
import { entityGroupKind } from '#web/features/entities/group-queries.ts'
import { send } from '#web/lib/api.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, DescriptionItem, NameItem } from '#web/records/RecordItems.tsx'

interface EntityGroupFormProps {
  /** Undefined: a new one. */
  group: endpoints.EntityGroup | undefined
}

export function EntityGroupForm({ group }: EntityGroupFormProps) {
  const { name = '', description = '', isActive = true } = group ?? {}
  return (
    <RecordForm
      kind={entityGroupKind}
      record={group}
      name="entitygroup"
      initialValues={{ name, description, isActive }}
      create={(body) => send(endpoints.createEntityGroup, { body })}
      update={(values, { id, revision }) =>
        send(endpoints.updateEntityGroup, { body: { ...values, id, revision } })
      }
    >
      <NameItem />
      <DescriptionItem />
      <ActiveItem extra="A group that is not active restricts its users all the same: it lets nothing through." />
    </RecordForm>
  )
}
