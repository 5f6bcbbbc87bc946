import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import classes from '#web/features/dashboard/CustomerSelect.module.css'
import { parameterValuesQuery } from '#web/lib/parameter-values-query.ts'
import { useTypedChoices } from '#web/records/typed-choices.ts'

interface CustomerSelectProps {
  /** Ids; none is all. */
  value: string[]
  onChange: (customers: string[]) => void
}

/** Customers to look at. */
export function CustomerSelect({ value, onChange }: CustomerSelectProps) {
  const all = useQuery(parameterValuesQuery('customer'))
  const { found, selectProps } = useTypedChoices((keyword) => parameterValuesQuery('customer', { keyword }))
  const known = new Map(
    [...(all.data?.items ?? []), ...(found?.items ?? [])].map((item) => [item.value, item.label]),
  )
  return (
    <Select
      {...selectProps}
      mode="multiple"
      aria-label="Customers"
      className={classes.select}
      placeholder="Customer: all"
      maxTagCount="responsive"
      popupMatchSelectWidth={280}
      allowClear
      // A chosen customer whose name is not loaded still needs a label.
      options={(found?.items ?? []).flatMap((item) =>
        item.value === null ? [] : [{ value: item.value, label: item.label }],
      )}
      labelRender={({ value: id }) => known.get(String(id)) ?? 'One customer'}
      value={value}
      onChange={onChange}
    />
  )
}
