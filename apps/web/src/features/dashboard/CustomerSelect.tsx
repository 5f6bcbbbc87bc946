import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import classes from '#web/features/dashboard/CustomerSelect.module.css'
import { parameterValuesQuery } from '#web/lib/parameter-values-query.ts'

interface CustomerSelectProps {
  /** Ids; none is all. */
  value: string[]
  onChange: (customers: string[]) => void
}

/** Customers to look at. */
export function CustomerSelect({ value, onChange }: CustomerSelectProps) {
  const [keyword, setKeyword] = useState('')
  const all = useQuery(parameterValuesQuery('customer'))
  const found = useQuery(parameterValuesQuery('customer', { keyword: useDeferredValue(keyword) }))
  const known = new Map(
    [...(all.data?.items ?? []), ...(found.data?.items ?? [])].map((item) => [item.value, item.label]),
  )
  return (
    <Select
      mode="multiple"
      aria-label="Customers"
      className={classes.select}
      placeholder="Customer: all"
      maxTagCount="responsive"
      popupMatchSelectWidth={280}
      allowClear
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      // A customer whose name is not loaded still has a name to show: the chosen ones are few.
      options={(found.data?.items ?? []).flatMap((item) =>
        item.value === null ? [] : [{ value: item.value, label: item.label }],
      )}
      labelRender={({ value: id }) => known.get(String(id)) ?? 'One customer'}
      value={value}
      onChange={onChange}
    />
  )
}
