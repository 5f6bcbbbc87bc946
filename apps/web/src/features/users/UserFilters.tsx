import { roleChoice } from '#web/features/users/choices.ts'
import { customerChoice } from '#web/records/customer-choice.ts'
import type { WriteSearch } from '#web/lib/url-state.ts'
import { FoundSelect } from '#web/records/FoundSelect.tsx'

interface UserFiltersProps {
  role: string | undefined
  customer: string | undefined
  write: WriteSearch
}

export function UserFilters({ role, customer, write }: UserFiltersProps) {
  return (
    <>
      <FoundSelect
        choice={roleChoice}
        label="Role"
        placeholder="Role: any"
        isFilter
        value={role}
        onChange={(id) => write({ role: id ?? undefined, page: undefined }, 'push')}
      />
      <FoundSelect
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
