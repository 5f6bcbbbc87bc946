import { partKey, type ShownPart } from '@callboard/contract/dashboard'
import { useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { partName } from '#web/features/dashboard/editing/part-name.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { partChoicesQuery } from '#web/pages/dashboard/part-choices.ts'
import { useTypedChoices } from '#web/records/choices/typed-choices.ts'

interface AddPartProps {
  /** Those that are there are not offered. */
  parts: readonly ShownPart[]
  onAdd: (part: ShownPart) => void
}

/** Finds what can stand on a dashboard by its name, and adds it. */
export function AddPart({ parts, onAdd }: AddPartProps) {
  const client = useQueryClient()
  const me = useCurrentUser()
  const {
    found = [],
    clearTyped,
    selectProps,
  } = useTypedChoices((keyword) => partChoicesQuery({ client, me }, keyword))
  const taken = new Set(parts.map(partKey))
  const groups = found
    .map(({ group, parts: all }) => ({ group, free: all.filter((part) => !taken.has(partKey(part))) }))
    .filter(({ free }) => free.length > 0)
  function add(key: string) {
    const part = groups.flatMap(({ free }) => free).find((one) => partKey(one) === key)
    if (part === undefined) return
    clearTyped()
    onAdd(part)
  }
  return (
    <Select<string>
      {...selectProps}
      aria-label="Add a part"
      placeholder="Add a part: search reports by name"
      // Nothing is chosen for long: it is added, and the next one is looked for.
      value={null}
      options={groups.map(({ group, free }) => ({
        label: group,
        options: free.map((part) => ({ value: partKey(part), label: partName(part) })),
      }))}
      onChange={add}
    />
  )
}
