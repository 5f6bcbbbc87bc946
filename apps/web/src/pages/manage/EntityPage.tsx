import type { EntityType } from '@callboard/contract/claims'
import { EntityForm } from '#web/features/entities/EntityForm.tsx'
import { entityNouns } from '#web/features/entities/entity-words.ts'
import { entityKindOf } from '#web/features/entities/queries.ts'
import { RecordPage } from '#web/records/RecordPage.tsx'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'

interface EntityPageProps {
  type: EntityType
}

export function EntityPage({ type }: EntityPageProps) {
  return (
    <RecordPage
      kind={entityKindOf(type)}
      formLabel={entityNouns[type]}
      renderForm={(entity) => <EntityForm type={type} entity={entity} />}
      renderDescription={({ customerName, isActive }) => (
        <>
          {customerName ?? 'Of no customer in particular'} <ActiveTag isActive={isActive} />
        </>
      )}
    />
  )
}
