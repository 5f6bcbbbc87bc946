import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useDebounced } from '#web/lib/debounced.ts'
import { emptyWords } from '#web/ui/empty-words.ts'
import classes from '#web/records/FoundSelect.module.css'

export interface Choice {
  value: string
  label: string
}

/** Records of a kind to choose one from. */
export interface ChoiceOf {
  /** Begins the keys of what is kept of these records. */
  kind: string
  /** The first ones by a keyword. */
  search: (keyword: string, signal: AbortSignal) => Promise<Choice[]>
  /** What a chosen one is called. */
  nameOf: (id: string, signal: AbortSignal) => Promise<string>
}

interface FoundSelectProps {
  choice: ChoiceOf
  /** Where no label of a form names it. */
  label?: string
  placeholder: string
  /** In the bar above a list, and not as wide as a form. */
  isFilter?: boolean
  /** These are not offered. */
  except?: readonly string[]
  /** Given by the form. */
  id?: string
  value?: string | null | undefined
  onChange?: (value: string | null) => void
}

/** One record, found by typing a part of its name. */
export function FoundSelect(props: FoundSelectProps) {
  const { choice, label, placeholder, isFilter = false, except = [], id, value, onChange } = props
  const [keyword, setKeyword] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const wanted = useDebounced(keyword.trim(), 200)
  const found = useQuery({
    queryKey: [choice.kind, 'choices', wanted],
    queryFn: async ({ signal }) => await choice.search(wanted, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    queryKey: [choice.kind, 'name', value],
    queryFn: async ({ signal }) => await choice.nameOf(value ?? '', signal),
    enabled: value !== undefined && value !== null,
  })
  // Enter must not choose one that was found for what was typed before.
  const isSettled = wanted === keyword.trim() && !found.isPlaceholderData
  const options = isSettled ? (found.data ?? []).filter((one) => !except.includes(one.value)) : []
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      className={isFilter ? classes.filter : undefined}
      placeholder={placeholder}
      allowClear
      popupMatchSelectWidth={isFilter ? 280 : true}
      loading={isOpen && (found.isFetching || !isSettled)}
      showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
      onOpenChange={setIsOpen}
      options={options}
      labelRender={({ value: one }) =>
        options.find((option) => option.value === one)?.label ??
        chosen.data ??
        (chosen.isError ? 'Unknown' : '…')
      }
      notFoundContent={emptyWords({ isFetching: found.isFetching || !isSettled, isError: found.isError })}
      value={value ?? null}
      onChange={(one?: string | null) => onChange?.(one ?? null)}
    />
  )
}
