import type { Filter } from '@callboard/contract/calls'
import type { FilterOperator } from '@callboard/contract/fields'
import { Button, Flex, Select } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import {
  draftOfField,
  draftOfFilter,
  type FilterDraft,
  readDraft,
  withOperator,
} from '#web/features/calls/filters/filter-draft.ts'
import { type FilterField, filterFieldOf, filterFields, operatorsOf } from '@callboard/contract/filter-fields'
import { operatorWords } from '@callboard/contract/filter-words'
import { FilterValueInput } from '#web/features/calls/filters/FilterValueInput.tsx'
import { besideTrigger } from '#web/features/calls/filters/popup-place.ts'
import { useCallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { useSeesField } from '#web/lib/session/seen-fields.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

/** A filter that many ask for, by a name of its own. */
export interface CommonFilter {
  label: string
  filter: Filter
}

interface FilterEditorProps {
  /** The filter to edit; a new one unless given. */
  filter?: Filter
  /** Whole filters that are found beside the fields. */
  common?: readonly CommonFilter[]
  onApply: (filter: Filter) => void
  onCancel: () => void
}

/** Field, operator and values of one filter. */
export function FilterEditor({ filter, common = [], onApply, onCancel }: FilterEditorProps) {
  const attributes = useCallAttributes()
  const [draft, setDraft] = useState<FilterDraft | undefined>(filter && draftOfFilter(filter, attributes))
  const [error, setError] = useState<string>()
  const id = useId()
  const seesField = useSeesField()
  const valueInput = useRef<HTMLDivElement>(null)
  const fieldName = draft?.field.name
  useEffect(() => {
    if (fieldName !== undefined) valueInput.current?.querySelector('input')?.focus()
  }, [fieldName])
  function change(next: FilterDraft) {
    setError(undefined)
    setDraft(next)
  }
  function choose(name: string) {
    const whole = common.find(({ label }) => label === name)
    if (whole === undefined) change(draftOfField(filterFieldOf(name, attributes)))
    else onApply(whole.filter)
  }
  function apply() {
    if (draft === undefined) return
    const read = readDraft(draft)
    if (read.filter === undefined) setError(read.error)
    else onApply(read.filter)
  }
  return (
    <div role="dialog" aria-label={filter === undefined ? 'Add a filter' : 'Change the filter'}>
      <Stack
        as="form"
        gap={8}
        width="min(320px, calc(100vw - 64px))"
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <Select
          aria-label="Field"
          placeholder="Field"
          value={draft?.field.name}
          options={[
            ...common.map(({ label }) => ({ value: label, label })),
            ...fieldOptions.filter(({ value }) => seesField(value)),
            ...Array.from(attributes, ([name, { label }]) => ({ value: name, label })),
          ]}
          showSearch={{ optionFilterProp: 'label' }}
          defaultOpen={filter === undefined}
          listHeight={320}
          getPopupContainer={besideTrigger}
          onChange={choose}
        />
        {draft !== undefined && (
          <>
            <Select<FilterOperator>
              aria-label="Operator"
              value={draft.op}
              options={operatorOptions(draft.field, draft.op)}
              getPopupContainer={besideTrigger}
              onChange={(op) => change(withOperator(draft, op))}
            />
            <div ref={valueInput}>
              <FilterValueInput
                key={`${draft.field.name} ${draft.op}`}
                draft={draft}
                errorId={id}
                hasError={error !== undefined}
                onChange={(values) => change({ ...draft, values })}
              />
            </div>
          </>
        )}
        <Text as="div" tone="worse" minHeight={20} fontSize={13} id={id} role="alert">
          {error}
        </Text>
        <Flex justify="end" gap={8}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="primary" htmlType="submit" disabled={draft === undefined}>
            Apply
          </Button>
        </Flex>
      </Stack>
    </div>
  )
}

const fieldOptions = filterFields.map(({ name, label }) => ({ value: name, label }))

/** An operator from a link is offered too. */
function operatorOptions(field: FilterField, current: FilterOperator) {
  return [...new Set([...operatorsOf(field), current])].map((value) => ({
    value,
    label: operatorWords[value],
  }))
}
