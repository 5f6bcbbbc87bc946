import type { SearchAnswer, SearchItem } from '@callboard/contract/search'
import { Link, type LinkProps } from 'react-router'
import classes from '#web/features/keyword-search/SearchResult.module.css'
import { QuietText, Row } from '#web/ui/layout.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { StatusTag } from '#web/ui/values/StatusTag.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

type Group = SearchAnswer['groups'][number]

/** What is done with the links of results. */
export type LinkEvents = Pick<LinkProps, 'onClick' | 'onKeyDown'>

interface SearchResultsProps {
  /** Of the group. */
  type: Group['type']
  items: Group['items']
  links?: LinkEvents
}

/** Results of one kind, each a link. */
export function SearchResults({ type, items, links }: SearchResultsProps) {
  return (
    <ul className={classes.results}>
      {items.map((item) => (
        <li key={item.id}>
          <Link className={classes.item} to={item.url} {...links}>
            <Result item={item} type={type} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface ResultProps {
  item: SearchItem
  type: string
}

function Result({ item: { title, subtitle, call }, type }: ResultProps) {
  if (call !== undefined) return <CallResult call={call} />
  return (
    <>
      {type === 'phoneNumbers' ? <PhoneText number={title} /> : <span>{title}</span>}
      {subtitle !== null && <QuietText>{subtitle}</QuietText>}
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
