import * as endpoints from '@callboard/contract/change-tracking'
import { formatCounted } from '@callboard/contract/format'
import { textLimits } from '@callboard/contract/limits'
import { Guid } from '@callboard/contract/scalars'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { z } from 'zod'
import { ChainCheckButton } from '#web/records/changes/ChainCheckButton.tsx'
import { download } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { periodSearch, readPeriod } from '#web/lib/reporting/period.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { ChangeList } from '#web/records/changes/ChangeList.tsx'
import { CsvButton } from '#web/ui/buttons/CsvButton.tsx'
import { RecordFilter } from '#web/records/RecordFilter.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { TimeListFilters } from '#web/records/lists/TimeListFilters.tsx'
import { ChoiceFilter } from '#web/ui/fields/ChoiceFilter.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import { userChoice } from '#web/records/choices/choices.ts'
import { Hint } from '#web/ui/layout.tsx'

const typeNames = endpoints.tableTypes.map(({ name }) => name)

const ChangesSearch = z
  .object({
    type: z.enum(typeNames).optional(),
    record: z.string().max(textLimits.recordId).optional(),
    user: Guid.optional(),
    maskedUser: Guid.optional(),
    portal: z.enum(['true']).optional(),
    keyword: z.string().max(textLimits.keyword).optional(),
    ...periodSearch,
  })
  .transform(({ period, from, to, ...rest }, context) => ({
    ...rest,
    period: readPeriod({ period, from, to }, { relative: 'last30Days' }, context),
  }))
type ChangesState = z.output<typeof ChangesSearch>

/** Who changed what, and whether the record of it is intact. */
export function ChangeTrackingPage() {
  const { state, problem, write } = useUrlState(ChangesSearch)
  return (
    <PageFrame
      title="Change Tracking"
      description="Who changed what, and when"
      breadcrumbs={<ManageCrumbs />}
      actions={
        <>
          <ChainCheckButton />
          {state !== undefined && (
            <CsvButton
              what="Changes as CSV"
              save={(signal) =>
                download(endpoints.searchChanges, { body: searchOf(state) }, 'text/csv', signal)
              }
            />
          )}
        </>
      }
    >
      {problem === undefined ? (
        <Panel flush label="Changes">
          <Filters state={state} write={write} />
          <PortalChanges state={state} write={write} />
          <ChangeList search={searchOf(state)} emptyReason="No changes match the filters." />
        </Panel>
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}

/** Without those by the portal itself, unless they are asked for. */
function searchOf({ type, record, user, maskedUser, keyword, period, portal }: ChangesState) {
  const by = portal === undefined ? ('people' as const) : undefined
  return { tableType: type, recordId: record, userId: user, by, maskedUserId: maskedUser, keyword, period }
}

/** One line for all that nobody did: set-up, demo data, jobs. */
function PortalChanges({ state, write }: FiltersProps) {
  const isShown = state.portal !== undefined
  const body = { ...searchOf(state), by: 'portal', withTotal: true, pageSize: 1 } as const
  const total = useQuery(endpointQuery('change', endpoints.searchChanges, { body })).data?.total ?? 0
  if (total === 0) return null
  return (
    <Hint padding="12px 16px 0">
      {formatCounted(total, 'change')} by the portal itself, such as at set-up, {total === 1 ? 'is' : 'are'}{' '}
      {isShown ? 'included' : 'hidden'}.{' '}
      <Button
        type="link"
        size="small"
        onClick={() => write({ portal: isShown ? undefined : 'true' }, 'push')}
      >
        {isShown ? 'Hide them' : 'Show them'}
      </Button>
    </Hint>
  )
}

interface FiltersProps {
  state: ChangesState
  write: WriteSearch
}

const labelsOfTypes = Object.fromEntries(endpoints.tableTypes.map(({ name, label }) => [name, label]))

function Filters({ state, write }: FiltersProps) {
  const { type, record, user, maskedUser } = state
  return (
    <TimeListFilters
      label="Search in changes"
      placeholder="Name, user, field or value"
      state={state}
      write={write}
      kind={
        <ChoiceFilter
          label="Type"
          names={labelsOfTypes}
          value={type}
          onChange={(chosen) => write({ type: chosen }, 'push')}
        />
      }
    >
      <RecordFilter
        choice={userChoice}
        label="User"
        value={user}
        onChange={(chosen) => write({ user: chosen }, 'push')}
      />
      <RecordFilter
        choice={userChoice}
        label="Viewing as"
        value={maskedUser}
        onChange={(chosen) => write({ maskedUser: chosen }, 'push')}
      />
      {record !== undefined && (
        <Button onClick={() => write({ record: undefined }, 'push')}>All records</Button>
      )}
    </TimeListFilters>
  )
}
