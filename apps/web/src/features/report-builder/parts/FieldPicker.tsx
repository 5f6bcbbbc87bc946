import { PlusOutlined } from '@ant-design/icons'
import { Checkbox, Input } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import classes from '#web/features/report-builder/parts/FieldPicker.module.css'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'
import { Hint, QuietText, Stack, Text } from '#web/ui/layout.tsx'

export interface PickGroup {
  label: string
  fields: readonly PickField[]
}

interface PickField {
  name: string
  label: string
  meaning: string
}

interface FieldPickerProps {
  /** Of the button, as `Add figures`. */
  label: string
  groups: readonly PickGroup[]
  picked: readonly string[]
  /** As many as a report may have. */
  max: number
  onPick: (name: string) => void
  onRemove: (name: string) => void
}

/** A button that opens a list of fields, each with what it means, found by typing. */
export function FieldPicker({ label, ...list }: FieldPickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverButton
      icon={<PlusOutlined aria-hidden />}
      panel={<PickList label={label} {...list} />}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    >
      {label}
    </PopoverButton>
  )
}

function PickList({ label, groups, picked, max, onPick, onRemove }: FieldPickerProps) {
  const [typed, setTyped] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const shown = foundIn(groups, typed)
  const isFull = picked.length >= max
  const toggle = (name: string) => (picked.includes(name) ? onRemove(name) : onPick(name))

  /** The arrow keys go through the search and all the boxes. */
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const inputs = [...(panel.current?.querySelectorAll('input:not(:disabled)') ?? [])]
    const next = inputs[inputs.findIndex((input) => input === document.activeElement) + step]
    if (next instanceof HTMLElement) next.focus()
    event.preventDefault()
  }

  return (
    <Stack gap={8} width="min(420px, calc(100vw - 64px))" ref={panel} role="dialog" aria-label={label}>
      <Input
        type="search"
        aria-label="Find"
        placeholder="Find by name or meaning"
        allowClear
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        onPressEnter={() => {
          const first = shown[0]?.fields[0]
          if (typed !== '' && first !== undefined) toggle(first.name)
        }}
      />
      <Stack gap={12} maxHeight="min(420px, 36dvh)" className={classes.groups}>
        {shown.map((group) => (
          <Stack as="fieldset" gap={2} key={group.label}>
            <QuietText as="legend" padding="0 0 4px" fontSize={12}>
              {group.label}
            </QuietText>
            {group.fields.map(({ name, label: title, meaning }) => (
              <Checkbox
                key={name}
                className={classes.field}
                checked={picked.includes(name)}
                disabled={isFull && !picked.includes(name)}
                onChange={() => toggle(name)}
                onKeyDown={onKeyDown}
              >
                <Text block>{title}</Text>
                <Text tone="quiet" fontSize={12} block>
                  {meaning}
                </Text>
              </Checkbox>
            ))}
          </Stack>
        ))}
        {shown.length === 0 && <Hint fontSize={12}>No name or description matches “{typed.trim()}”.</Hint>}
      </Stack>
      {isFull && <Hint fontSize={12}>A report can have at most {max}.</Hint>}
    </Stack>
  )
}

/** Those in whose name or meaning each typed word occurs; those with all of them in the name first. */
function foundIn(groups: readonly PickGroup[], typed: string): readonly PickGroup[] {
  const words = typed
    .toLowerCase()
    // `20s` is looked for as `20 s`.
    .split(/\s+|(?<=\d)(?=[a-z])/)
    .filter((word) => word !== '')
  if (words.length === 0) return groups
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = groups
    .map(({ label, fields }) => ({
      label,
      fields: fields.filter((field) => has(`${field.label} ${field.meaning}`)),
    }))
    .filter(({ fields }) => fields.length > 0)
  const isNamed = ({ fields }: PickGroup) => fields.some((field) => has(field.label))
  return found
    .map(({ label, fields }) => ({
      label,
      fields: fields.toSorted((one, other) => Number(has(other.label)) - Number(has(one.label))),
    }))
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
}
