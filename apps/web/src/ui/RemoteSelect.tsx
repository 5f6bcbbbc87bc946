import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useSettled } from '#web/lib/settled.ts'

export interface RemoteOption {
  value: string
  label: string
}

interface RemoteSelectProps<V extends string | string[]> {
  /** Begins the keys of what is kept of these records. */
  kind: string
  /** The first records by a keyword. */
  load: (keyword: string, signal: AbortSignal) => Promise<RemoteOption[]>
  /** Given by the form, as are `value` and `onChange`. */
  id?: string
  value?: V | undefined
  /** Undefined when it is cleared. */
  onChange?: (value: V | undefined) => void
  /** Names of what was chosen before. */
  known?: readonly RemoteOption[]
  mode?: 'multiple'
  'aria-label'?: string
  placeholder: string
  className?: string | undefined
  disabled?: boolean
}

/** Records to choose from that the server finds as one types. */
export function RemoteSelect<V extends string | string[]>({
  kind,
  load,
  known = [],
  value,
  onChange,
  ...rest
}: RemoteSelectProps<V>) {
  const [keyword, setKeyword] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly RemoteOption[]>([])
  const settled = useSettled(keyword.trim(), 200)
  const { data, isFetching, error } = useQuery({
    queryKey: [kind, 'choice', settled],
    queryFn: async ({ signal }) => await load(settled, signal),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const named = new Map([...known, ...chosen].map((option) => [option.value, option.label]))
  return (
    <Select<V, RemoteOption>
      {...rest}
      value={value ?? null}
      allowClear={rest.disabled !== true}
      onChange={onChange}
      onSelect={(_, option) => setChosen([...chosen, option])}
      onOpenChange={setIsOpen}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isOpen && isFetching}
      options={data ?? []}
      labelRender={({ value: id, label }) => label ?? named.get(String(id)) ?? '…'}
      notFoundContent={notFound(error !== null, isFetching)}
    />
  )
}

function notFound(isBroken: boolean, isFetching: boolean): string {
  if (isBroken) return 'This could not be loaded'
  return isFetching ? 'Searching …' : 'Nothing found'
}
