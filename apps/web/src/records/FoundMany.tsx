import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useDebounced } from '#web/lib/debounced.ts'
import { emptyWords } from '#web/ui/empty-words.ts'
import type { Choice, ChoiceOf } from '#web/records/FoundSelect.tsx'

interface FoundManyProps {
  choice: Omit<ChoiceOf, 'nameOf'>
  label: string
  placeholder: string
  className?: string | undefined
  value: readonly Choice[]
  onChange: (chosen: Choice[]) => void
}

/** Several records, each found by typing a part of its name. */
export function FoundMany({ choice, label, placeholder, className, value, onChange }: FoundManyProps) {
  const [keyword, setKeyword] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const wanted = useDebounced(keyword.trim(), 200)
  const found = useQuery({
    queryKey: [choice.kind, 'choices', wanted],
    queryFn: async ({ signal }) => await choice.search(wanted, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  return (
    <Select<Choice[], Choice>
      mode="multiple"
      labelInValue
      aria-label={label}
      className={className}
      placeholder={placeholder}
      allowClear
      loading={isOpen && found.isFetching}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      onOpenChange={setIsOpen}
      options={found.data ?? []}
      notFoundContent={emptyWords(found)}
      value={[...value]}
      onChange={onChange}
    />
  )
}
