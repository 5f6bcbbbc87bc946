import { type CallProblem, describeCallDamage } from '@callboard/contract/call-problems'
import type { Overview } from '@callboard/contract/overview'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { failedLatelyDays } from '@callboard/contract/mails'
import { type ManagedType, managedTypes, recordTypes } from '@callboard/contract/record-types'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { RecalculationProgress } from '#web/features/settings/RecalculationProgress.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import classes from '#web/pages/ManagePage.module.css'
import { ChangeList } from '#web/records/changes/ChangeList.tsx'
import { overviewQuery } from '#web/records/overview-query.ts'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Grid, Row } from '#web/ui/layout.tsx'

const lastChanges = 10

/** The administrators' starting point: how much there is of everything, what failed, and the latest changes. */
export function ManagePage() {
  const query = useQuery(overviewQuery)
  return (
    <PageFrame title="Administration Dashboard" description={<SystemLine />}>
      <QueryState query={query}>
        {(overview) => (
          <>
            <div className={classes.notices}>
              <Warnings overview={overview} />
              <RecalculationProgress recalculation={overview.recalculation} />
            </div>
            <Areas overview={overview} />
          </>
        )}
      </QueryState>
      <Panel
        flush
        title="Last changes"
        actions={<Link to={paths.manageList('changetracking')}>Change Tracking</Link>}
      >
        <ChangeList
          search={{ by: 'people', pageSize: lastChanges }}
          isShort
          emptyReason="Nothing was changed yet."
        />
      </Panel>
    </PageFrame>
  )
}

function SystemLine() {
  const settings = useQuery(systemSettingsQuery).data
  const callWriter = useQuery(overviewQuery).data?.callWriter ?? null
  if (settings === undefined) return null
  return (
    <>
      {settings.productName} {settings.version ?? ''} · days and dates are read in {settings.defaultTimeZone}
      {callWriter !== null && callWriter.name !== null && (
        <>
          {' '}
          · calls are written by {callWriter.isThisProcess ? 'this process' : 'another process'} (
          {callWriter.name})
        </>
      )}
    </>
  )
}

/** What needs attention; nothing when all is well. */
function Warnings({ overview }: { overview: Overview }) {
  const { failedDeliveries, failedJobs, mails, quarantined, stoppedAddresses } = overview
  const { bounceMailbox, callWriter, damagedCalls, damagedRecordings, unusualListening, waitingRecordings } =
    overview
  const warnings = [
    ...failedJobs.map(({ name, count }) => `The job ${name} failed ${formatCount(count)} times`),
    ...(stoppedAddresses === 0
      ? []
      : [`Nothing is sent to ${formatCounted(stoppedAddresses, 'address', 'addresses')} any more`]),
    ...(bounceMailbox === null ? [] : [`The bounce mailbox cannot be read: ${bounceMailbox.error}`]),
    ...(callWriter === null || callWriter.name !== null
      ? []
      : ['No process writes calls at the moment: calls and edits are rejected until one does']),
    ...(quarantined === 0
      ? []
      : [`${formatCount(quarantined)} rows of calls were rejected and are in the quarantine`]),
    ...unusualListening.map(
      ({ userName, originals }) =>
        `${userName} played ${formatCount(originals)} original recordings within an hour`,
    ),
    ...(waitingRecordings === null
      ? []
      : [
          `${waitingRecordings.count === 1 ? 'A recording waits' : `${formatCount(waitingRecordings.count)} recordings wait`} to be examined: ${waitingRecordings.why}`,
        ]),
  ]
  return (
    <>
      {damagedCalls.length > 0 && <DamagedCalls found={damagedCalls} />}
      {overview.callProblems.map((problem) => (
        <CallProblemNotice key={problem.kind} {...problem} />
      ))}
      {damagedRecordings.count > 0 && <DamagedRecordings {...damagedRecordings} />}
      {failedDeliveries > 0 && (
        <FailedLately
          what={formatCounted(failedDeliveries, 'delivery of a report', 'deliveries of reports')}
          list={paths.deliveries}
        />
      )}
      {mails.failed > 0 && <FailedLately what={formatCounted(mails.failed, 'email')} list={paths.outbox} />}
      {warnings.map((warning) => (
        <Alert key={warning} type="warning" showIcon title={warning} />
      ))}
    </>
  )
}

function DamagedCalls({ found }: { found: Overview['damagedCalls'] }) {
  return (
    <Alert
      type="error"
      showIcon
      title="Stored calls are not as they should be: reports may be wrong"
      description={
        <>
          <ul className={classes.damaged}>
            {found.map((one) => (
              <li key={one.kind}>{describeCallDamage(one)}</li>
            ))}
          </ul>
          On the portal’s machine, <code>npm run repair-calls</code> repairs them.
        </>
      }
    />
  )
}

/** What is wrong with the store of calls, or was until lately. */
function CallProblemNotice({ description, since, until }: CallProblem) {
  return (
    <Alert
      type={until === null ? 'error' : 'info'}
      showIcon
      title={until === null ? description : `This has ended: ${description}`}
      description={
        <>
          Since <TimeText at={since} />
          {until !== null && (
            <>
              , until <TimeText at={until} />
            </>
          )}
        </>
      }
    />
  )
}

function DamagedRecordings({ count, items }: Overview['damagedRecordings']) {
  return (
    <Alert
      type="error"
      showIcon
      title={
        count === 1
          ? 'A file of a recording is damaged or missing'
          : `Files of ${formatCount(count)} recordings are damaged or missing`
      }
      description={
        <ul className={classes.damaged}>
          {items.map(({ id, callStartedAt, damage }) => (
            <li key={id}>
              <TextLink to={paths.callRecording(id)}>
                <TimeText at={callStartedAt} />
              </TextLink>{' '}
              {damage}
            </li>
          ))}
          {count > items.length && <li>… and {formatCount(count - items.length)} more</li>}
        </ul>
      }
    />
  )
}

/** Mails or deliveries that failed, with the list of just these. */
function FailedLately({ what, list }: { what: string; list: string }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={
        <>
          {what} failed or may not have arrived in the last {failedLatelyDays} days:{' '}
          <TextLink to={`${list}?status=failedLately`}>see which, and why</TextLink>
        </>
      }
    />
  )
}

interface AreaFacts {
  /** How many there are. */
  count?: number
  /** In place of what is always said of it. */
  about?: string
}

function factsOf(overview: Overview): Partial<Record<ManagedType, AreaFacts>> {
  const { users, roles, customers, entities, entityGroups, reports, reportSets, reportGroups, apiKeys } =
    overview
  return {
    user: {
      count: users.active,
      about: `${users.signedInToday} signed in within a day, ${users.neverSignedIn} never yet`,
    },
    role: { count: roles },
    customer: { count: customers },
    entity: { count: entities },
    entityGroup: { count: entityGroups },
    report: { count: reports },
    reportSet: { count: reportSets },
    reportGroup: { count: reportGroups },
    apiKey: { count: apiKeys },
  }
}

function Areas({ overview }: { overview: Overview }) {
  const facts = factsOf(overview)
  return (
    <Grid as="ul" columns="repeat(auto-fill, minmax(min(220px, 100%), 1fr))" gap={12}>
      {managedTypes.map((type) => {
        const { plural, page } = recordTypes[type]
        return <Area key={type} name={plural} path={page.path} about={page.about} {...facts[type]} />
      })}
      <Area name="Deliveries" path="deliveries" about={deliveryWords(overview.failedDeliveries)} />
      <Area name="Outbox" path="outbox" about={outboxWords(overview.mails)} />
      <Area name="Retention" path="retention" about="What is deleted when it is old, and legal holds" />
      <Area name="Change Tracking" path="changetracking" about="Who changed what, and proof of it" />
    </Grid>
  )
}

function deliveryWords(failed: number): string {
  return failed > 0
    ? `${formatCount(failed)} failed in the last ${failedLatelyDays} days`
    : 'What subscriptions sent to whom, and what became of it'
}

function outboxWords({ waiting, failed }: Overview['mails']): string {
  if (failed > 0) return `${formatCount(failed)} failed in the last ${failedLatelyDays} days`
  return waiting > 0
    ? `${formatCounted(waiting, 'email')} wait`
    : 'Emails of the portal, and what became of them'
}

interface AreaProps {
  name: string
  path: string
  count?: number
  about: string
}

function Area({ name, path, count, about }: AreaProps) {
  return (
    <li>
      <Link className={classes.card} to={paths.manageList(path)}>
        <Row as="span" gap={8} align="baseline" justify="space-between">
          <strong className={classes.name}>{name}</strong>
          {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
        </Row>
        <span>{about}</span>
      </Link>
    </li>
  )
}
