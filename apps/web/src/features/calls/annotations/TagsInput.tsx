import { Select, type SelectProps } from 'antd'
import { useRef, useState } from 'react'
import {
  meantValue,
  type OfferedValue,
  useOfferedValues,
} from '#web/features/calls/annotations/values-in-use.ts'

type Given = 'id' | 'status' | 'loading' | 'placeholder' | 'aria-describedby' | 'aria-invalid'

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
  const options = withTyped(typed.trim(), useOfferedValues('tags', typed.trim()))
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
      style={{ width: '100%' }}
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
        const tag = meantValue(typed.trim(), options, value)
        if (value.includes(tag)) type('')
        else if (value.length < maxCount) change([...value, tag])
      }}
    />
  )
}

/** Last what is typed, as a tag of its own. */
function withTyped(typed: string, inUse: readonly OfferedValue[]): OfferedValue[] {
  return typed === '' || inUse.some(({ value }) => value === typed)
    ? [...inUse]
    : [...inUse, { value: typed, label: `Add “${typed}”` }]
}
