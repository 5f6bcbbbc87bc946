import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '#web/lib/debounced.ts'
import type { AnswerQuery } from '#web/lib/api/endpoint-query.ts'

const pauseMs = 200

/**
 * What is found by what somebody types into a select. While they type, and until the answer is there, nothing is
 * offered: Enter must not choose what was found for what was typed before.
 */
export function useTypedChoices<T>(search: (keyword: string) => AnswerQuery<T>) {
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const keyword = useDebounced(typed.trim(), pauseMs)
  const { data, isFetching, isPlaceholderData, isError } = useQuery({ ...search(keyword), enabled: isOpen })
  const isSettled = keyword === typed.trim() && !isPlaceholderData
  const isSearching = !isSettled || isFetching
  return {
    typed,
    found: isSettled ? data : undefined,
    clearTyped: () => setTyped(''),
    isOpen,
    close: () => setIsOpen(false),
    selectProps: {
      showSearch: { filterOption: false, searchValue: typed, onSearch: setTyped },
      onOpenChange: setIsOpen,
      loading: isOpen && isSearching,
      notFoundContent: isSearching
        ? 'Searching …'
        : isError
          ? 'Options could not be loaded'
          : 'Nothing found',
    },
  }
}
