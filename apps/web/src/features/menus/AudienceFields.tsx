import { claimGroups } from '@callboard/contract/claim-words'
import { claims } from '@callboard/contract/claims'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Select, Switch } from 'antd'
import { useId } from 'react'
import { ItemField } from '#web/features/menus/ItemField.tsx'
import type { EditedItem } from '#web/features/menus/menu-tree.ts'
import { activeRolesQuery } from '#web/features/menus/queries.ts'
import { holdersOfRight } from '#web/features/menus/right-words.ts'
import { roleChoice } from '#web/records/choices/choices.ts'
import { nameQuery } from '#web/records/choices/record-choice.ts'
import { RecordMultiSelect } from '#web/records/RecordSelect.tsx'
import { Row } from '#web/ui/layout.tsx'

interface AudienceFieldsProps {
  item: EditedItem
  onChange: (item: EditedItem) => void
}

/** Who sees an item. */
export function AudienceFields({ item, onChange }: AudienceFieldsProps) {
  const adminId = useId()
  return (
    <>
      <RightField item={item} onChange={onChange} />
      {!item.adminOnly && <HiddenFromField item={item} onChange={onChange} />}
      <Row as="span" gap={8} align="center">
        <Switch
          id={adminId}
          checked={item.adminOnly}
          onChange={(adminOnly) => onChange({ ...item, adminOnly })}
        />
        <label htmlFor={adminId}>For administrators only</label>
      </Row>
    </>
  )
}

function RightField({ item, onChange }: AudienceFieldsProps) {
  const claim = claims.find((one) => one === item.claim)
  const { data } = useQuery({ ...activeRolesQuery, enabled: claim !== undefined })
  const holders = claim === undefined || data === undefined ? '' : `${holdersOfRight(data.items, claim)} `
  return (
    <ItemField label="Required right" hint={`${holders}Administrators have every right.`}>
      {(id) => (
        <Select
          id={id}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="None: everyone sees it"
          value={claim ?? null}
          onChange={(chosen) => onChange({ ...item, claim: chosen ?? null })}
          options={claimOptions}
        />
      )}
    </ItemField>
  )
}

function HiddenFromField({ item, onChange }: AudienceFieldsProps) {
  const { hiddenFromRoleIds: ids = [] } = item
  const names = useQueries({ queries: ids.map((id) => nameQuery(roleChoice, id)) })
  const nameOf = ({ data, isError }: (typeof names)[number]) => data ?? (isError ? 'Unknown' : '…')
  return (
    <ItemField
      label="Hidden from these roles"
      hint="Hides the item in the menu and changes no rights. Users who have another role that shows it still see it."
    >
      {(id) => (
        <RecordMultiSelect
          id={id}
          choice={roleChoice}
          placeholder={
            item.claim === null ? 'None: everyone sees it' : 'None: everyone with the right sees it'
          }
          value={names.map((name, place) => ({ value: ids[place] ?? '', label: nameOf(name) }))}
          onChange={(chosen) => onChange({ ...item, hiddenFromRoleIds: chosen.map(({ value }) => value) })}
        />
      )}
    </ItemField>
  )
}

const claimOptions = claimGroups.map(({ name, claims: ofGroup }) => ({
  label: name,
  options: ofGroup.map(({ claim, words }) => ({ value: claim, label: words })),
}))
