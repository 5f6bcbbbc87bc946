import { SearchOutlined } from '@ant-design/icons'
import { textLimits } from '@callboard/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useBarKey } from '#web/app/shell/bar-key.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { PlainInput } from '#web/ui/fields/PlainInput.tsx'

interface SearchBoxProps {
  /** From the start, when it was opened on demand. */
  isFocused?: boolean
  followsSlash?: boolean
  onDone?: () => void
}

/** The keyword search of admins. */
export function SearchBox({ isFocused = false, followsSlash = false, onDone }: SearchBoxProps) {
  const [keyword, setKeyword] = useState('')
  const ref = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useBarKey('/', () => {
    if (!followsSlash) return
    ref.current?.focus()
    ref.current?.select()
  })
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [isFocused])

  function search() {
    if (keyword.trim() === '') return
    void navigate(paths.searchResults(keyword.trim()))
    onDone?.()
  }

  return (
    <PlainInput
      ref={ref}
      type="search"
      aria-label="Search"
      aria-keyshortcuts="/"
      placeholder="Search ( / )"
      icon={<SearchOutlined />}
      maxLength={textLimits.keyword}
      value={keyword}
      onChange={({ target }) => setKeyword(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && search()}
    />
  )
}
