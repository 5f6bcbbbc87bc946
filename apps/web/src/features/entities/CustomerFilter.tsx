import { getCustomer } from '@callboard/contract/customers'
import { skipToken, useQuery } from '@tanstack/react-query'
import { customerChoices } from '#web/features/entities/choices.ts'
import classes from '#web/features/entities/CustomerFilter.module.css'
import { send } from '#web/lib/api.ts'
import { RemoteSelect } from '#web/ui/RemoteSelect.tsx'

interface CustomerFilterProps {
  customerId: string | undefined
  onChange: (customerId: string | undefined) => void
}

export function CustomerFilter({ customerId, onChange }: CustomerFilterProps) {
  const { data } = useQuery({
    queryKey: ['customers', 'record', customerId],
    queryFn:
      customerId === undefined
        ? skipToken
        : ({ signal }) => send(getCustomer, { params: { id: customerId } }, signal),
  })
  return (
    <RemoteSelect<string>
      kind="customers"
      aria-label="Customer"
      className={classes.filter}
      placeholder="All customers"
      load={customerChoices}
      value={customerId}
      onChange={onChange}
      known={data === undefined ? [] : [{ value: data.id, label: data.name }]}
    />
  )
}
