import { SearchOutlined } from '@ant-design/icons'
import { textLimits } from '@callboard/contract/limits'
import { Input } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'

interface KeywordInputProps {
  /** What is searched, as `Search in calls`. */
  label: string
  placeholder?: string
  /** As in the address. */
  keyword: string | undefined
  onChange: (keyword: string | undefined) => void
}

const pauseMs = 300

/** Reports the keyword once typing pauses, and follows the address when it changes otherwise. */
export function KeywordInput({ label, placeholder = label, keyword = '', onChange }: KeywordInputProps) {
  const [typed, setTyped] = useState(keyword)
  const [known, setKnown] = useState(keyword)
  if (keyword !== known) {
    setKnown(keyword)
    setTyped(keyword)
  }
  const emitChange = useEffectEvent((text: string) => onChange(text === '' ? undefined : text))
  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === keyword) return undefined
    const timer = setTimeout(() => emitChange(wanted), wanted === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, keyword])
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      prefix={<SearchOutlined />}
      maxLength={textLimits.keyword}
      allowClear
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={() => onChange(wanted === '' ? undefined : wanted)}
    />
  )
}
