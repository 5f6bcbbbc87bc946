import type { ValuesName } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { type FilterDraft, noValue } from '#web/features/calls/filters/filter-draft.ts'
import type { ChoiceOption } from '@callboard/contract/filter-fields'
import classes from '#web/features/calls/filters/FilterValueInput.module.css'
import { besideTrigger } from '#web/features/calls/filters/popup-place.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { formatPhone } from '@callboard/contract/format-phone'

interface FilterValueInputProps {
  draft: FilterDraft
  /** Id of the element that says what is wrong. */
  errorId: string
  hasError: boolean
  onChange: (values: FilterDraft['values']) => void
}

/** The input for the values of a filter, by the kind of its field. */
export function FilterValueInput(props: FilterValueInputProps) {
  const { draft, errorId, hasError, onChange } = props
  const { input } = draft.field
  if (draft.op === 'isNull' || draft.op === 'notNull') return null
  const shared = { 'aria-label': 'Value', 'aria-describedby': errorId }
  const status = hasError ? 'error' : ''
  const isList = draft.op === 'in' || draft.op === 'notIn'
  if (input.kind === 'flag' && !isList) {
    return (
      <Radio.Group
        aria-label="Value"
        value={draft.values[0]}
        options={[...flagOptions]}
        onChange={(event) => onChange([String(event.target.value)])}
      />
    )
  }
  if (input.kind === 'number') {
    return (
      <InputNumber
        {...shared}
        status={status}
        className={classes.number}
        value={draft.values[0]}
        onChange={(value) => onChange(value === null ? [] : [value])}
      />
    )
  }
  if (!isList) {
    return (
      <Input
        {...shared}
        status={status}
        placeholder={placeholders[input.kind]}
        value={draft.values[0]}
        onChange={(event) => onChange([event.target.value])}
      />
    )
  }
  if (input.kind === 'fixed' && input.options.length > maxBoxes)
    return <ListSelect {...props} options={input.options} />
  if (input.kind === 'fixed' || input.kind === 'flag') {
    return (
      <Checkbox.Group
        aria-label="Values"
        className={classes.choices}
        value={[...draft.values]}
        options={withNoValue(input.kind === 'fixed' ? input.options : flagOptions, draft)}
        onChange={onChange}
      />
    )
  }
  if (input.kind === 'suggested' || (input.kind === 'phone' && input.parameter !== undefined)) {
    return (
      <SuggestedSelect {...props} parameter={input.parameter ?? 'number'} isPhone={input.kind === 'phone'} />
    )
  }
  return <ListSelect {...props} isFree options={[]} />
}

/** What is more is looked for in a list: the hours of a day are boxes still. */
const maxBoxes = 24

const placeholders: Partial<Record<FilterDraft['field']['input']['kind'], string>> = {
  duration: 'Seconds, or minutes:seconds',
  words: 'Words, "a phrase", begin*',
}

const flagOptions: readonly ChoiceOption[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The options, and "No value" where a call may have none. */
function withNoValue(options: readonly ChoiceOption[], { field }: FilterDraft): ChoiceOption[] {
  return field.isKnown ? [...options] : [...options, { value: noValue, label: 'No value' }]
}

interface ListSelectProps extends FilterValueInputProps {
  options: readonly ChoiceOption[]
  /** Whether values may be typed that are not among the options. */
  isFree?: boolean
  isLoading?: boolean
  onSearch?: (keyword: string) => void
}

function ListSelect({
  draft,
  errorId,
  hasError,
  onChange,
  options,
  isFree,
  isLoading,
  onSearch,
}: ListSelectProps) {
  const [isOpen, setIsOpen] = useState(false)
  const all = withNoValue(options, draft)
  const isTyped = isFree === true && options.length === 0
  const listHeight = Math.min(Math.max(all.length, minOptions), maxOptions) * optionHeight
  return (
    <div style={isOpen && !isTyped ? { paddingBottom: listHeight + listMargin } : undefined}>
      <Select
        aria-label="Values"
        aria-describedby={errorId}
        className={classes.list}
        getPopupContainer={besideTrigger}
        mode={isFree ? 'tags' : 'multiple'}
        status={hasError ? 'error' : ''}
        placeholder={isFree ? 'Type a value, then Enter' : 'Any of these'}
        value={[...draft.values]}
        options={all}
        listHeight={listHeight}
        loading={isLoading ?? false}
        onOpenChange={setIsOpen}
        showSearch={
          onSearch === undefined
            ? { optionFilterProp: 'label' }
            : { filterOption: false, onSearch, autoClearSearchValue: true }
        }
        {...(isTyped ? { open: false, suffixIcon: null, tokenSeparators: [',', ';'] } : {})}
        onChange={onChange}
      />
    </div>
  )
}

// In pixels, as the theme has them: the panel makes way for the open list, which would cover its buttons.
const optionHeight = 32
const listMargin = 12
const minOptions = 3
const maxOptions = 7

interface SuggestedSelectProps extends FilterValueInputProps {
  parameter: ValuesName
  isPhone: boolean
}

function SuggestedSelect({ parameter, isPhone, ...rest }: SuggestedSelectProps) {
  const [keyword, setKeyword] = useState('')
  const { data, isFetching } = useQuery(
    parameterValuesQuery(parameter, { keyword: useDeferredValue(keyword.trim()) }),
  )
  const options = (data?.items ?? []).flatMap(({ value, label }) =>
    value === null ? [] : [{ value, label: isPhone && label === value ? formatPhone(value) : label }],
  )
  return (
    <ListSelect {...rest} options={options} isFree={isPhone} isLoading={isFetching} onSearch={setKeyword} />
  )
}
