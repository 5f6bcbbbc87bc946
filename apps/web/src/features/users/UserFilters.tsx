import { customerChoice, roleChoice } from '#web/records/choices/choices.ts'
import type { WriteSearch } from '#web/lib/urls/url-state.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'

interface UserFiltersProps {
  role: string | undefined
  customer: string | undefined
  write: WriteSearch
}

export function UserFilters({ role, customer, write }: UserFiltersProps) {
  return (
    <>
      <RecordSelect
        choice={roleChoice}
        label="Role"
        placeholder="Role: any"
        isFilter
        value={role}
        onChange={(id) => write({ role: id ?? undefined, page: undefined }, 'push')}
      />
      <RecordSelect
        choice={customerChoice}
        label="Customer"
        placeholder="Customer: any"
        isFilter
        value={customer}
        onChange={(id) => write({ customer: id ?? undefined, page: undefined }, 'push')}
      />
    </>
  )
}
