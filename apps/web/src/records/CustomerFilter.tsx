import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import type { WriteSearch } from '#web/lib/urls/url-state.ts'
import { customerChoice } from '#web/records/choices/choices.ts'
import { RecordFilter } from '#web/records/RecordFilter.tsx'

interface CustomerFilterProps {
  /** As the address has it; undefined: all. */
  customer: string | undefined
  write: WriteSearch
}

/** The customer whose records a list shows, for those who see customers. */
export function CustomerFilter({ customer, write }: CustomerFilterProps) {
  if (!useHoldsClaim('client.view')) return null
  return (
    <RecordFilter
      choice={customerChoice}
      label="Customer"
      value={customer}
      onChange={(id) => write({ customer: id, page: undefined }, 'push')}
    />
  )
}
