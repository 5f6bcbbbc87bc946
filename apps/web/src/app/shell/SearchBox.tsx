import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSlash } from '#web/app/shell/slash-key.ts'
import { paths } from '#web/lib/paths.ts'

interface SearchBoxProps {
  /** From the start, where it was asked for. */
  isFocused?: boolean
  followsSlash?: boolean
  onDone?: () => void
}

/** The keyword search of admins. */
export function SearchBox({ isFocused = false, followsSlash = false, onDone }: SearchBoxProps) {
  const [keyword, setKeyword] = useState('')
  const ref = useRef<InputRef>(null)
  const navigate = useNavigate()
  useSlash(() => followsSlash && ref.current?.focus({ cursor: 'all' }))
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [isFocused])

  function search() {
    if (keyword.trim() === '') return
    void navigate(paths.searchResults(keyword.trim()))
    onDone?.()
  }

  return (
    <Input
      ref={ref}
      type="search"
      aria-label="Search"
      aria-keyshortcuts="/"
      placeholder="Search ( / )"
      prefix={<SearchOutlined aria-hidden />}
      maxLength={200}
      value={keyword}
      onChange={({ target }) => setKeyword(target.value)}
      onPressEnter={search}
    />
  )
}
