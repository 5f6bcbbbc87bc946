import type { Filter } from '@callboard/contract/calls'
import type { ComponentType } from 'react'

/** Edits filters of calls. */
export type FiltersEditor = ComponentType<{
  filters: readonly Filter[]
  onChange: (filters: Filter[]) => void
}>

interface FiltersFieldProps {
  Filters: FiltersEditor
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: readonly Filter[]
  onChange?: (filters: Filter[]) => void
}

/** The filters of a record, in its form. */
export function FiltersField({ Filters, id, value = [], onChange }: FiltersFieldProps) {
  return (
    // A filter is applied by a form of its own, which saves nothing.
    <div id={id} onSubmit={(event) => event.stopPropagation()}>
      <Filters filters={value} onChange={(filters) => onChange?.(filters)} />
    </div>
  )
}
