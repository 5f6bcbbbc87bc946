import { DownOutlined } from '@ant-design/icons'
import { AutoComplete, type AutoCompleteProps } from 'antd'
import { useRef, useState } from 'react'
import { meantValue, useOfferedValues } from '#web/features/calls/annotations/values-in-use.ts'

type Given =
  | 'id'
  | 'status'
  | 'disabled'
  | 'placeholder'
  | 'onBlur'
  | 'onKeyDown'
  | 'aria-describedby'
  | 'aria-invalid'

interface LeadStatusInputProps extends Pick<AutoCompleteProps<string>, Given> {
  value?: string
  onChange?: (text: string) => void
  /** One is meant, by a click or Enter. */
  onChoose?: (text: string) => void
}

/**
 * A lead status, chosen from those in use or typed. Enter takes the one in use that begins with what is typed, if there is one: a
 * new one that is the beginning of another is typed and left.
 */
export function LeadStatusInput(props: LeadStatusInputProps) {
  const { value = '', onChange, onChoose, onBlur, onKeyDown, ...input } = props
  const [isSearching, setSearching] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const typed = isSearching ? value.trim() : ''
  const options = useOfferedValues('leadStatus', typed)
  /** The one that the arrow keys have reached, which Enter takes by itself. */
  const reached = useRef<unknown>(null)
  function take(text: string) {
    setSearching(false)
    setIsOpen(false)
    onChange?.(text)
    onChoose?.(text)
  }
  return (
    <AutoComplete<string>
      {...input}
      style={{ width: '100%' }}
      // Else Tab would take the first one on its way out.
      defaultActiveFirstOption={false}
      suffixIcon={<DownOutlined aria-hidden />}
      value={value}
      open={isOpen}
      onOpenChange={setIsOpen}
      options={options}
      showSearch={{
        filterOption: false,
        onSearch: (text) => {
          setSearching(true)
          setIsOpen(true)
          onChange?.(text)
        },
      }}
      onActive={(option) => {
        reached.current = option
      }}
      onSelect={take}
      onBlur={(event) => {
        setSearching(false)
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed !== '' && (reached.current ?? null) === null)
          take(meantValue(typed, options))
        onKeyDown?.(event)
      }}
    />
  )
}
