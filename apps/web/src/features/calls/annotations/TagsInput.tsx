import { Select, type SelectProps } from 'antd'
import { useRef, useState } from 'react'
import { useValuesInUse } from '#web/features/calls/annotations/values-in-use.ts'

type Given = 'id' | 'status' | 'loading' | 'placeholder' | 'className' | 'aria-describedby' | 'aria-invalid'

interface TagsInputProps extends Pick<SelectProps, Given> {
  value?: readonly string[]
  maxCount?: number
  onChange?: (tags: string[]) => void
  /** Told what is typed and is no tag yet. */
  onType?: (text: string) => void
}

/**
 * Tags, taken of what is typed by Enter, by a comma and on leaving, or chosen from those in use. Enter takes the tag in use that
 * begins with what is typed, if there is one: a new one that is the beginning of another is chosen, or ended by a comma.
 */
export function TagsInput({ value = [], maxCount = Infinity, onChange, onType, ...input }: TagsInputProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const options = tagOptions(typed.trim(), [...useValuesInUse('tags', typed), ...useValuesInUse('tags', '')])
  /** The one of those in use that the arrow keys have reached, which Enter takes by itself. */
  const reached = useRef<unknown>(null)
  function type(text: string) {
    setTyped(text)
    if (text !== '') setIsOpen(true)
    onType?.(text)
  }
  function change(tags: string[]) {
    if (tags.length > value.length) {
      type('')
      // It would lie over what is entered next; typing opens it again.
      setIsOpen(false)
    }
    onChange?.(tags)
  }
  return (
    <Select<string[]>
      {...input}
      mode="tags"
      optionLabelProp="value"
      // Else Tab would take the first one on its way out.
      defaultActiveFirstOption={false}
      maxCount={maxCount}
      tokenSeparators={[',']}
      open={isOpen}
      onOpenChange={setIsOpen}
      value={[...value]}
      options={options}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: type, autoClearSearchValue: true }}
      onActive={(option) => {
        reached.current = option
      }}
      onChange={change}
      onKeyDown={({ key }) => {
        if (key !== 'Enter' || typed.trim() === '' || (reached.current ?? null) !== null) return
        const tag = meantTag(typed.trim(), options, value)
        if (value.includes(tag)) type('')
        else if (value.length < maxCount) change([...value, tag])
      }}
    />
  )
}

type Option = ReturnType<typeof useValuesInUse>[number]

/** Those that match, first that which Enter takes, and last what is typed as a tag of its own. */
function tagOptions(typed: string, inUse: readonly Option[]): Option[] {
  const text = typed.toLowerCase()
  const values = [...new Set(inUse.map(({ value }) => value))]
  const matching = values.filter((value) => value.toLowerCase().includes(text))
  const rank = (value: string) => (value === typed ? 0 : value.toLowerCase().startsWith(text) ? 1 : 2)
  const options = matching.toSorted((one, other) => rank(one) - rank(other)).map(optionOf)
  return typed === '' || values.includes(typed)
    ? options
    : [...options, { value: typed, label: `Add “${typed}”` }]
}

function optionOf(value: string): Option {
  return { value, label: value }
}

/** The first that begins with what is typed and is not there already: one in use, else what is typed itself. */
function meantTag(typed: string, options: readonly Option[], chosen: readonly string[]): string {
  const text = typed.toLowerCase()
  const meant = options.find(({ value }) => !chosen.includes(value) && value.toLowerCase().startsWith(text))
  return meant?.value ?? typed
}
