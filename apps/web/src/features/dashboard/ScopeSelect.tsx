import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { useTypedChoices } from '#web/records/choices/typed-choices.ts'

interface ScopeSelectProps {
  parameter: 'customer' | 'entityGroup'
  label: string
  placeholder: string
  /** Ids; none is all. */
  value: string[]
  onChange: (ids: string[]) => void
}

/** Customers or entity groups to look at. */
export function ScopeSelect({ parameter, label, placeholder, value, onChange }: ScopeSelectProps) {
  const all = useQuery(parameterValuesQuery(parameter))
  const { found, selectProps } = useTypedChoices((keyword) => parameterValuesQuery(parameter, { keyword }))
  const known = new Map(
    [...(all.data?.items ?? []), ...(found?.items ?? [])].map((item) => [item.value, item.label]),
  )
  return (
    <Select
      {...selectProps}
      mode="multiple"
      aria-label={label}
      style={{ width: '100%' }}
      placeholder={placeholder}
      maxTagCount="responsive"
      popupMatchSelectWidth={280}
      allowClear
      // What was chosen still needs a label when its name is not loaded.
      options={(found?.items ?? []).flatMap((item) =>
        item.value === null ? [] : [{ value: item.value, label: item.label }],
      )}
      labelRender={({ value: id }) => known.get(String(id)) ?? 'One more'}
      value={value}
      onChange={onChange}
    />
  )
}
