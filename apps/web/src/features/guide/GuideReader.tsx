import { LeftOutlined, RightOutlined, SearchOutlined } from '@ant-design/icons'
import { textLimits } from '@callboard/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { type Guide, type GuidePlace, placeIn, type Section } from '#web/features/guide/guide-content.ts'
import { GuideBlocks } from '#web/features/guide/GuideBlocks.tsx'
import classes from '#web/features/guide/GuideReader.module.css'
import { findSection, guides } from '#web/features/guide/guides.ts'
import { searchGuides } from '#web/features/guide/search-guide.ts'
import { formatCounted } from '@callboard/contract/format'
import { PlainInput } from '#web/ui/fields/PlainInput.tsx'
import { Box, Hint, QuietText, Text } from '#web/ui/layout.tsx'

interface GuideReaderProps {
  /** The section that is read first; the contents when there is none. */
  start: GuidePlace | undefined
  /** Also lists the guide for administrators. */
  hasAdministration: boolean
}

/** The guide, one section at a time, with its contents and a search. */
export function GuideReader({ start, hasAdministration }: GuideReaderProps) {
  const [place, setPlace] = useState(start)
  const [keyword, setKeyword] = useState('')
  const found = place === undefined ? undefined : findSection(place)
  const shown =
    hasAdministration || (found !== undefined && found.guide.name !== 'user')
      ? [guides.user, guides.administrator, guides.sources]
      : [guides.user]

  function open(next: GuidePlace | undefined) {
    setPlace(next)
    setKeyword('')
  }

  return (
    <div className={classes.reader}>
      <Text as="search" block padding="16px 24px 12px">
        <PlainInput
          type="search"
          aria-label="Search the guide"
          placeholder="Search the guide"
          icon={<SearchOutlined />}
          maxLength={textLimits.keyword}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      </Text>
      {/* Begins at the top with whatever is opened. */}
      <div key={`${place} ${keyword}`} className={classes.shown}>
        {keyword.trim() !== '' && <Hits shown={shown} keyword={keyword} onOpen={open} />}
        {keyword.trim() === '' && found === undefined && <Contents shown={shown} onOpen={open} />}
        {keyword.trim() === '' && found !== undefined && (
          <SectionView {...found} isFirst={place === start} onOpen={open} />
        )}
      </div>
    </div>
  )
}

interface HitsProps {
  shown: readonly Guide[]
  keyword: string
  onOpen: (place: GuidePlace) => void
}

function Hits({ shown, keyword, onOpen }: HitsProps) {
  const hits = searchGuides(shown, keyword)
  return (
    <nav aria-label="Found in the guide">
      <Hint margin="0 0 8px" fontSize={13} role="status">
        {hits.length === 0
          ? 'Nothing in the guide matches these words.'
          : `Found in ${formatCounted(hits.length, 'section')}`}
      </Hint>
      <Box as="ul" margin="0 0 16px">
        {hits.map(({ place, title, excerpt }) => (
          <li key={place}>
            <button type="button" className={classes.entry} onClick={() => onOpen(place)}>
              <strong>{title}</strong>
              <QuietText fontSize={13}>{excerpt}</QuietText>
            </button>
          </li>
        ))}
      </Box>
    </nav>
  )
}

function Contents({ shown, onOpen }: Pick<HitsProps, 'shown' | 'onOpen'>) {
  return (
    <nav aria-label="Contents">
      {shown.map((guide) => (
        <Box as="ul" margin="0 0 16px" key={guide.name}>
          {guide.sections.map((section, at) => (
            <li key={section.id}>
              <button
                type="button"
                className={at === 0 ? `${classes.entry} ${classes.title}` : classes.entry}
                onClick={() => onOpen(placeIn(guide, section))}
              >
                {section.title}
              </button>
            </li>
          ))}
        </Box>
      ))}
    </nav>
  )
}

interface SectionViewProps {
  guide: Guide
  section: Section
  next: Section | undefined
  /** What the guide was opened at: then the focus is where the drawer puts it. */
  isFirst: boolean
  onOpen: (place: GuidePlace | undefined) => void
}

function SectionView({ guide, section, next, isFirst, onOpen }: SectionViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Whoever follows a link begins at the top of where it leads.
    if (!isFirst) heading.current?.focus()
  }, [isFirst])
  return (
    <article>
      <button type="button" className={classes.link} onClick={() => onOpen(undefined)}>
        <LeftOutlined aria-hidden /> Contents
      </button>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {section.title}
      </h2>
      <GuideBlocks guide={guide} blocks={section.blocks} onOpen={onOpen} />
      {next !== undefined && (
        <button type="button" className={classes.link} onClick={() => onOpen(placeIn(guide, next))}>
          Next: {next.title} <RightOutlined aria-hidden />
        </button>
      )}
    </article>
  )
}
