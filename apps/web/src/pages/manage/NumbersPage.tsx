import { formatCount, formatCounted, formatMoney } from '@callboard/contract/format'
import {
  type NumberActivity,
  numberSorts,
  type NumberTimeline,
  searchNumbers,
  type standings,
} from '@callboard/contract/numbers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { AssignmentDrawer } from '#web/features/numbers/AssignmentDrawer.tsx'
import { standingAt, standsForText } from '#web/features/numbers/assignment-words.ts'
import { PendingChanges } from '#web/features/numbers/PendingChanges.tsx'
import { fromText } from '#web/lib/valid-span.ts'
import {
  numberActivityQuery,
  NumbersSearch,
  numbersQuery,
  type NumbersState,
  pendingChangesQuery,
  pendingMs,
  searchOfNumbers,
} from '#web/features/numbers/queries.ts'
import { download } from '#web/lib/api/api.ts'
import { useNow } from '#web/lib/now.ts'
import { useMayChange } from '#web/lib/session/current-user.ts'
import { entityKind, newRecordId, paths } from '#web/lib/urls/paths.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { CustomerFilter } from '#web/records/CustomerFilter.tsx'
import { RecordList } from '#web/records/lists/RecordList.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { SparkLine } from '#web/ui/charts/SparkLine.tsx'
import { CsvButton } from '#web/ui/buttons/CsvButton.tsx'
import { ChoiceFilter } from '#web/ui/fields/ChoiceFilter.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, QuietText, Row } from '#web/ui/layout.tsx'

/** Tracking numbers, and what each stands for now. */
export function NumbersPage() {
  const { state, problem, write } = useUrlState(NumbersSearch)
  return (
    <PageFrame
      title="Numbers"
      description="What each tracking number stands for, from one day to another"
      breadcrumbs={<ManageCrumbs />}
      actions={<AddingLinks />}
    >
      {problem === undefined ? (
        <Numbers state={state} write={write} />
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}

function AddingLinks() {
  if (!useMayChange('number.edit')) return null
  return (
    <>
      <Link to={paths.importNumbers}>
        <Button tabIndex={-1}>Import</Button>
      </Link>
      <Link to={paths.manageRecord(entityKind('number'), newRecordId)}>
        <Button tabIndex={-1} type="primary">
          Add Number
        </Button>
      </Link>
    </>
  )
}

interface NumbersProps {
  state: NumbersState
  write: WriteSearch
}

function Numbers({ state, write }: NumbersProps) {
  const mayEdit = useMayChange('number.edit')
  const pending = useQuery(pendingChangesQuery).data?.items ?? []
  const query = useQuery({
    ...numbersQuery(state),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      (pending.length > 0 || data?.items.some(({ isPending }) => isPending) === true) && pendingMs,
  })
  const [chosen, setChosen] = useState<readonly NumberTimeline[]>([])
  const [isChanging, setIsChanging] = useState(false)
  const nowMs = useNow().epochMilliseconds
  const ids = query.data?.items.map(({ id }) => id) ?? []
  const activity = useQuery({
    ...numberActivityQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  }).data
  const [first, ...others] = chosen
  const isOfOne = others.every(({ customerId }) => customerId === first?.customerId)
  const choose = (keys: readonly string[]) => {
    const known = new Map([...chosen, ...(query.data?.items ?? [])].map((number) => [number.id, number]))
    setChosen(keys.flatMap((key) => known.get(key) ?? []))
  }
  return (
    <>
      <PendingChanges changes={pending} />
      <RecordList<NumberTimeline>
        noun="numbers"
        query={query}
        sorts={numberSorts}
        columns={columnsOf(nowMs, new Map(activity?.map((one) => [one.id, one])))}
        state={state}
        write={write}
        isFiltered={state.customer !== undefined || state.standsFor !== undefined}
        filters={
          <>
            <Filters state={state} write={write} />
            <CsvButton
              what="Numbers as CSV"
              save={(signal) => download(searchNumbers, { body: searchOfNumbers(state) }, 'text/csv', signal)}
            />
            {first !== undefined && (
              <Row gap={8} align="center">
                <Button type="primary" disabled={!isOfOne} onClick={() => setIsChanging(true)}>
                  {`Change ${formatCounted(chosen.length, 'number')}…`}
                </Button>
                {!isOfOne && <QuietText>Choose numbers of one customer.</QuietText>}
              </Row>
            )}
          </>
        }
        {...(mayEdit && { selection: { keys: chosen.map(({ id }) => id), onChange: choose } })}
      />
      {isChanging && first !== undefined && (
        <AssignmentDrawer
          isOfSeveral
          numbers={[first, ...others]}
          onClose={() => {
            setIsChanging(false)
            setChosen([])
          }}
        />
      )}
    </>
  )
}

const standingNames = {
  something: 'Stands for something',
  nothing: 'Stands for nothing',
  silent: 'Stands for something, not called',
} as const satisfies Record<(typeof standings)[number], string>

function Filters({ state: { customer, standsFor }, write }: NumbersProps) {
  return (
    <>
      <CustomerFilter customer={customer} write={write} />
      <ChoiceFilter
        label="Now"
        names={standingNames}
        value={standsFor}
        onChange={(value) => write({ standsFor: value, page: undefined }, 'push')}
      />
    </>
  )
}

function columnsOf(
  nowMs: number,
  activity: ReadonlyMap<string, NumberActivity>,
): FitColumn<NumberTimeline>[] {
  return [
    {
      key: 'number',
      title: 'Number',
      minWidth: 140,
      render: (_, { id, number }) => (
        <TextLink to={paths.number(id)}>
          <PhoneText number={number} />
        </TextLink>
      ),
    },
    {
      key: 'name',
      title: 'Name',
      minWidth: 170,
      priority: 3,
      ellipsis: true,
      render: (_, { name, number }) => (name === number ? null : name),
    },
    {
      key: 'customerName',
      title: 'Customer',
      dataIndex: 'customerName',
      minWidth: 190,
      ellipsis: true,
      priority: 2,
    },
    {
      key: 'standsFor',
      title: 'Stands for',
      minWidth: 260,
      priority: 1,
      ellipsis: true,
      render: (_, number) => {
        const standing = standingAt(number, nowMs)
        const text = standing === undefined ? '' : standsForText(standing)
        return (
          <>
            {text === '' ? <QuietText>Nothing</QuietText> : text}{' '}
            {number.isPending && <Tag color="processing">Calls follow</Tag>}
          </>
        )
      },
    },
    {
      key: 'since',
      title: 'Since',
      minWidth: 95,
      priority: 4,
      render: (_, number) => {
        const standing = standingAt(number, nowMs)
        if (standing === undefined) return null
        return standing.from === null ? 'Always' : fromText(standing.from, number.timeZone)
      },
    },
    {
      key: 'calls',
      title: 'Calls, 30 days',
      minWidth: 155,
      priority: 5,
      render: (_, { id }) => {
        const days = activity.get(id)?.days
        if (days === undefined) return null
        return (
          <Row inline as="span" gap={12} align="center">
            <Box as="span" minWidth={48} textAlign="right">
              {formatCount(sumOf(days))}
            </Box>
            <Box as="span" width={72}>
              <SparkLine values={days} />
            </Box>
          </Row>
        )
      },
    },
    {
      key: 'costPerCall',
      title: 'Cost per call',
      minWidth: 95,
      align: 'right',
      priority: 7,
      render: (_, { id, currency }) => {
        const known = activity.get(id)
        return known !== undefined && costPerCall(known, currency)
      },
    },
    {
      key: 'lastCallAt',
      title: 'Last call',
      minWidth: 110,
      priority: 6,
      render: (_, { id }) => {
        const known = activity.get(id)
        return known !== undefined && <TimeText at={known.lastCallAt} show="recent" />
      },
    },
  ]
}

/** Of the last 30 days. */
function costPerCall({ days, cost }: NumberActivity, currency: string): string | null {
  const calls = sumOf(days)
  return calls === 0 || Number(cost) === 0 ? null : formatMoney((Number(cost) / calls).toFixed(2), currency)
}

function sumOf(days: readonly number[]): number {
  return days.reduce((sum, count) => sum + count, 0)
}
