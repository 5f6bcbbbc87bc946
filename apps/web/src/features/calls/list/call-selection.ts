import { annotatedCallsLimit } from '@callboard/contract/annotations'
import { useState } from 'react'
import { useMayChange } from '#web/lib/session/current-user.ts'

/** Whether to offer that calls are edited. */
export function useMayEditCalls(): boolean {
  return useMayChange('call.edit')
}

export interface SelectedCalls {
  ids: ReadonlySet<string>
  /** Adds the calls, as far as so many can be edited at once, or takes them out. */
  set: (ids: readonly string[], isSelected: boolean) => void
  clear: () => void
}

/** The selected calls of a list; another list begins with none. */
export function useCallSelection(listKey: string): SelectedCalls {
  const [selected, setSelected] = useState<{ of: string; ids: ReadonlySet<string> }>()
  const ids: ReadonlySet<string> = selected?.of === listKey ? selected.ids : new Set()
  return {
    ids,
    set: (changed, isSelected) => {
      const gone = new Set(changed)
      const all = isSelected ? [...ids, ...changed] : [...ids].filter((id) => !gone.has(id))
      setSelected({ of: listKey, ids: new Set(all.slice(0, annotatedCallsLimit)) })
    },
    clear: () => setSelected(undefined),
  }
}
