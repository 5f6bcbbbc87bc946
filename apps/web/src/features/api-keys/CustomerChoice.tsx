import { listParameterValues } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { send } from '#web/lib/api.ts'

interface CustomerChoiceProps {
  id?: string
  /** Given by the form. */
  value?: string
  onChange?: (customerId: string) => void
}

/** One customer, found by name. */
export function CustomerChoice({ value, onChange, ...rest }: CustomerChoiceProps) {
  const [keyword, setKeyword] = useState('')
  const asked = useDeferredValue(keyword.trim())
  const found = useQuery({
    queryKey: [listParameterValues.path, 'customer', asked],
    queryFn: ({ signal }) =>
      send(
        listParameterValues,
        { params: { parameter: 'customer', id: emptyGuid }, query: asked === '' ? {} : { keyword: asked } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const options = (found.data?.items ?? []).flatMap((item) =>
    item.value === null ? [] : [{ value: item.value, label: item.label }],
  )
  return (
    <Select
      {...rest}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={found.isFetching}
      placeholder="Choose a customer"
      options={options}
      {...(value !== undefined && value !== '' && { value })}
      {...(onChange !== undefined && { onChange })}
    />
  )
}
