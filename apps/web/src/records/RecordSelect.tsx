import { compareTexts } from '@callboard/contract/format-names'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ReactNode, useRef } from 'react'
import {
  type Choice,
  choicesQuery,
  nameQuery,
  type RecordChoice,
} from '#web/records/choices/record-choice.ts'
import { useTypedChoices } from '#web/records/choices/typed-choices.ts'

interface RecordSelectProps {
  choice: RecordChoice
  /** When no form label names it. */
  label?: string
  placeholder: string
  /** What is said where nothing is found. */
  nothingFound?: ReactNode
  /** In the bar above a list, where it is narrower than in a form. */
  isFilter?: boolean
  /** These are not offered. */
  except?: readonly string[]
  /** These cannot be chosen: who looks for one is told why. */
  taken?: { ids: readonly string[]; why: string }
  /** Given by the form. */
  id?: string
  value?: string | null | undefined
  onChange?: (value: string | null) => void
}

/** One record, found by typing a part of its name. */
export function RecordSelect(props: RecordSelectProps) {
  const {
    choice,
    label,
    placeholder,
    nothingFound,
    isFilter = false,
    except = [],
    taken,
    id,
    value,
    onChange,
  } = props
  const { found: offered = [], selectProps } = useTypedChoices(choicesQuery(choice))
  const options = offered
    .filter((one) => !except.includes(one.value))
    .map((one) =>
      taken?.ids.includes(one.value) ? { ...one, label: `${one.label}: ${taken.why}`, disabled: true } : one,
    )
  const name = useQuery({ ...nameQuery(choice, value ?? ''), enabled: value !== undefined && value !== null })
  return (
    <Select
      {...selectProps}
      {...(nothingFound !== undefined &&
        offered.length === 0 &&
        !selectProps.loading && { notFoundContent: nothingFound })}
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(isFilter && { style: { minWidth: 200, maxWidth: 320 } })}
      placeholder={placeholder}
      allowClear
      popupMatchSelectWidth={isFilter ? 280 : true}
      options={options}
      labelRender={({ value: one }) => {
        const found = options.find((option) => option.value === one)?.label ?? name.data
        const shown = found ?? (name.isError ? 'Unknown' : '…')
        // No label stands above it.
        return isFilter && label !== undefined ? `${label}: ${shown}` : shown
      }}
      value={value ?? null}
      onChange={(one?: string | null) => onChange?.(one ?? null)}
    />
  )
}

interface RecordMultiSelectProps {
  choice: Omit<RecordChoice, 'nameOf'>
  /** When no form label names it. */
  label?: string
  placeholder: string
  isDisabled?: boolean
  /** Where what is said of the chosen ones stands under the list. */
  closesOnChoice?: boolean
  /** What is put on the list of a text that is left in the field; undefined where it is dropped. */
  choiceOfTyped?: (typed: string) => Choice | undefined
  /** Given by the form. */
  id?: string
  value?: readonly Choice[]
  onChange?: (chosen: Choice[]) => void
}

/** Several records, found the same way. */
export function RecordMultiSelect(props: RecordMultiSelectProps) {
  const {
    choice,
    label,
    placeholder,
    isDisabled = false,
    closesOnChoice = false,
    choiceOfTyped,
    id,
    value = [],
    onChange,
  } = props
  const { typed, found = [], clearTyped, isOpen, close, selectProps } = useTypedChoices(choicesQuery(choice))
  const pressed = useRef<string>(undefined)
  return (
    <Select<Choice[], Choice | ChoiceGroup>
      {...selectProps}
      mode="multiple"
      labelInValue
      disabled={isDisabled}
      {...(id === undefined ? { 'aria-label': label } : { id })}
      // Beside a button it leaves that its room.
      style={{ width: '100%', minWidth: 0 }}
      placeholder={placeholder}
      allowClear
      // Tab chooses the active one, and whoever has chosen presses it to go on; none is taken that nobody looked for.
      defaultActiveFirstOption={typed !== ''}
      options={inGroups(found)}
      optionRender={({ data, label: whole }) => ('nameInGroup' in data ? data.nameInGroup : whole)}
      value={[...value]}
      open={isOpen}
      onBlur={() => {
        const left = choiceOfTyped?.(typed.trim())
        if (left !== undefined && !value.some((one) => one.value === left.value)) onChange?.([...value, left])
      }}
      onInputKeyDown={({ key }) => {
        pressed.current = key
        // What the key does is done by then.
        queueMicrotask(() => (pressed.current = undefined))
      }}
      onChange={(chosen) => {
        // On its way out it takes the active one, which it would give back where that was chosen by a click.
        if (pressed.current === 'Tab' && chosen.length < value.length) return
        clearTyped()
        if (closesOnChoice) close()
        onChange?.(byGroup(chosen, [...value, ...found]))
      }}
    />
  )
}

interface ChoiceGroup {
  label: string
  title: string
  options: Choice[]
}

/** Records of one kind are offered together, below what the kind is called. */
function inGroups(choices: readonly Choice[]): (Choice | ChoiceGroup)[] {
  const groups = Map.groupBy(choices, ({ group }) => group)
  return [...groups].flatMap(([group, options]): (Choice | ChoiceGroup)[] =>
    group === undefined ? options : [{ label: group, title: group, options }],
  )
}

/** The chosen ones as they were offered, those of one kind beside each other. */
function byGroup(chosen: readonly Choice[], offered: readonly Choice[]): Choice[] {
  return chosen
    .map((one) => ({ ...offered.find(({ value }) => value === one.value), ...one }))
    .toSorted(({ group: one = '' }, { group: other = '' }) => compareTexts(one, other))
}
