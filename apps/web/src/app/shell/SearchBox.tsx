import { SearchOutlined } from '@ant-design/icons'
import { textLimits } from '@callboard/contract/limits'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useBarKey } from '#web/app/shell/bar-key.ts'
import classes from '#web/app/shell/SearchBox.module.css'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { PlainInput } from '#web/ui/fields/PlainInput.tsx'

const SearchSuggestions = lazyExport(
  () => import('#web/features/keyword-search/SearchSuggestions.tsx'),
  'SearchSuggestions',
)

interface SearchBoxProps {
  /** From the start, when it was opened on demand. */
  isFocused?: boolean
  followsSlash?: boolean
  onDone?: () => void
}

/** One letter finds nearly everything. */
const suggestFrom = 2

/** The keyword search of admins: what is found first shows while they type, all of it with Enter. */
export function SearchBox({ isFocused = false, followsSlash = false, onDone }: SearchBoxProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useBarKey('/', () => {
    if (!followsSlash) return
    ref.current?.focus()
    ref.current?.select()
  })
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [isFocused])
  const keyword = typed.trim()
  const isSuggesting = isOpen && keyword.length >= suggestFrom

  function leave() {
    setTyped('')
    setOpen(false)
    onDone?.()
  }

  function hear(event: KeyboardEvent) {
    if (event.key === 'Enter' && keyword !== '') {
      void navigate(paths.searchResults(keyword))
      leave()
    }
    if (!isSuggesting || !['Escape', 'ArrowDown'].includes(event.key)) return
    // Escape would empty the box, an arrow move in it.
    event.preventDefault()
    if (event.key === 'Escape') setOpen(false)
    else panel.current?.querySelector('a')?.focus()
  }

  /** From one suggestion to the next, and back to what is typed. */
  function walk(event: KeyboardEvent) {
    const links = [...(panel.current?.querySelectorAll('a') ?? [])]
    const place = links.findIndex((link) => link === event.currentTarget)
    const goTo = {
      ArrowDown: links[place + 1],
      ArrowUp: links[place - 1] ?? ref.current,
      Escape: ref.current,
    }[event.key]
    if (goTo === undefined) return
    event.preventDefault()
    goTo?.focus()
    if (event.key === 'Escape') setOpen(false)
  }

  return (
    <div
      className={classes.place}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <PlainInput
        ref={ref}
        type="search"
        aria-label="Search"
        aria-keyshortcuts="/"
        placeholder="Search ( / )"
        icon={<SearchOutlined />}
        maxLength={textLimits.keyword}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={hear}
      />
      {isSuggesting && (
        <div ref={panel} className={followsSlash ? classes.below : classes.within}>
          <Suspense>
            <SearchSuggestions keyword={keyword} links={{ onClick: leave, onKeyDown: walk }} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
