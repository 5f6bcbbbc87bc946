import type { SearchAnswer, SearchItem } from '@callboard/contract/search'
import { Fragment } from 'react'
import { Link, type LinkProps } from 'react-router'
import classes from '#web/features/keyword-search/SearchResult.module.css'
import { Box, QuietText, Row } from '#web/ui/layout.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { StatusTag } from '#web/ui/values/StatusTag.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

type Group = SearchAnswer['groups'][number]

/** What is done with the links of results. */
export type LinkEvents = Pick<LinkProps, 'onClick' | 'onKeyDown'>

interface SearchResultsProps {
  keyword: string
  /** Of the group. */
  type: Group['type']
  items: Group['items']
  links?: LinkEvents
}

/** Results of one kind, each a link. */
export function SearchResults({ keyword, type, items, links }: SearchResultsProps) {
  return (
    <Box as="ul" margin="-4px -8px">
      {items.map((item) => (
        <li key={item.id}>
          <Link className={classes.item} to={item.url} {...links}>
            <Result keyword={keyword} item={item} type={type} />
            {item.excerpt !== undefined && <Excerpt parts={item.excerpt} />}
          </Link>
        </li>
      ))}
    </Box>
  )
}

interface ResultProps {
  keyword: string
  item: SearchItem
  type: string
}

function Result({ keyword, item: { title, subtitle, call, startedAt }, type }: ResultProps) {
  if (call !== undefined) return <CallResult call={call} />
  if (startedAt !== undefined) {
    return (
      <Row as="span" gap="0 8px" align="baseline" wrap>
        <TimeText at={startedAt} />
        {subtitle !== null && <QuietText>{subtitle}</QuietText>}
      </Row>
    )
  }
  return (
    <>
      {type === 'phoneNumbers' ? (
        <PhoneText number={title} />
      ) : (
        <span>
          <Marked text={title} keyword={keyword} />
        </span>
      )}
      {subtitle !== null && (
        <QuietText>
          <Marked text={subtitle} keyword={keyword} />
        </QuietText>
      )}
    </>
  )
}

/** What was found, marked in the piece of text that it is in. */
function Excerpt({ parts }: { parts: NonNullable<SearchItem['excerpt']> }) {
  return (
    <QuietText fontSize={13}>
      {parts.map(({ text, isMatch }, at) =>
        isMatch ? (
          <mark key={at} className={classes.match}>
            {text}
          </mark>
        ) : (
          <Fragment key={at}>{text}</Fragment>
        ),
      )}
    </QuietText>
  )
}

function Marked({ text, keyword }: { text: string; keyword: string }) {
  const at = keyword === '' ? -1 : text.toLowerCase().indexOf(keyword.toLowerCase())
  if (at < 0) return text
  const end = at + keyword.length
  return (
    <>
      {text.slice(0, at)}
      <mark className={classes.match}>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

interface CallResultProps {
  call: NonNullable<SearchItem['call']>
}

function CallResult({
  call: { startedAt, direction, status, contactNumber, trackingNumber },
}: CallResultProps) {
  const contact = <PhoneText number={contactNumber} />
  const own = <PhoneText number={trackingNumber} />
  return (
    <>
      <Row as="span" gap="0 8px" align="center" wrap>
        <TimeText at={startedAt} />
        <StatusTag status={status} />
        {direction === 'outbound' && <span>Outbound</span>}
      </Row>
      <QuietText>
        {direction === 'inbound' ? contact : own} to {direction === 'inbound' ? own : contact}
      </QuietText>
    </>
  )
}
