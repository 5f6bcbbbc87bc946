import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { type CallProblem, describeCallDamage } from '@callboard/contract/call-problems'
import type { Overview } from '@callboard/contract/overview'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { failedLatelyDays } from '@callboard/contract/mails'
import { countedAs, type ofEachCounted } from '@callboard/contract/record-counts'
import { type ManagedType, managedTypes, recordTypes } from '@callboard/contract/record-types'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { RecalculationProgress } from '#web/features/settings/RecalculationProgress.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import classes from '#web/pages/ManagePage.module.css'
import { FirstStepsPanel } from '#web/records/FirstStepsPanel.tsx'
import { Tile, Tiles } from '#web/records/Tiles.tsx'
import { ChangeList } from '#web/records/changes/ChangeList.tsx'
import { healthQuery, whatIsWrong } from '#web/records/health-query.ts'
import { overviewQuery } from '#web/records/overview-query.ts'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

const lastChanges = 10

/** The administrators' starting point: how much there is of everything, what failed, and the latest changes. */
export function ManagePage() {
  const query = useQuery(overviewQuery)
  return (
    <PageFrame title="Administration Dashboard" description={<SystemLine />}>
      <FirstStepsPanel />
      <QueryState query={query}>
        {(overview) => (
          <>
            <div className={classes.notices}>
              {Object.entries(warnings).map(([part, warningOf]) => (
                <Fragment key={part}>{warningOf(overview)}</Fragment>
              ))}
            </div>
            <Areas overview={overview} />
          </>
        )}
      </QueryState>
      <Panel
        flush
        title="Recent changes"
        actions={<Link to={paths.manageList('changetracking')}>Change Tracking</Link>}
      >
        <ChangeList search={{ by: 'people', pageSize: lastChanges }} isShort emptyReason="No changes yet." />
      </Panel>
    </PageFrame>
  )
}

function SystemLine() {
  const settings = useQuery(systemSettingsQuery).data
  const callWriter = useQuery(overviewQuery).data?.callWriter ?? null
  if (settings === undefined) {
    // Keeps the room of the line.
    return (
      <span className={classes.reserved} aria-hidden="true">
        Callboard 1.0.0 · days and dates are read in America/New_York
      </span>
    )
  }
  return (
    <>
      {settings.productName} {settings.version ?? ''} · times in {formatTimeZone(settings.defaultTimeZone)}
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

type WarningOf = (overview: Overview) => ReactNode

/** What needs attention in a part of the overview, in the order in which it is shown; nothing when all is well. */
const warnings: Record<
  Exclude<keyof Overview, 'users' | keyof ReturnType<typeof ofEachCounted>>,
  WarningOf
> = {
  damagedCalls: ({ damagedCalls }) => damagedCalls.length > 0 && <DamagedCalls found={damagedCalls} />,
  callProblems: ({ callProblems }) =>
    callProblems.map((problem) => <CallProblemNotice key={problem.kind} {...problem} />),
  damagedRecordings: ({ damagedRecordings }) =>
    damagedRecordings.count > 0 && <DamagedRecordings {...damagedRecordings} />,
  failedDeliveries: ({ failedDeliveries }) =>
    failedDeliveries > 0 && (
      <FailedLately
        what={formatCounted(failedDeliveries, 'delivery of a report', 'deliveries of reports')}
        list={paths.deliveries}
      />
    ),
  mails: ({ mails }) =>
    mails.failed > 0 && <FailedLately what={formatCounted(mails.failed, 'email')} list={paths.outbox} />,
  failedImports: ({ failedImports }) =>
    failedImports > 0 && (
      <Warning>
        {formatCounted(failedImports, 'import')} failed within a day:{' '}
        <TextLink to={`${paths.manageList('imports')}?state=failed`}>see why</TextLink>
      </Warning>
    ),
  quarantined: ({ quarantined, quarantineDropped }) =>
    quarantined > 0 && (
      <Alert
        type="warning"
        showIcon
        title={
          <>
            {formatCounted(quarantined, 'rejected call is', 'rejected calls are')} in quarantine:{' '}
            <TextLink to={paths.quarantine}>see why, correct and retry</TextLink>
          </>
        }
        {...(quarantineDropped > 0 && {
          description: `${formatCounted(quarantineDropped, 'more was', 'more were')} rejected and not kept, as their sources have too many there already.`,
        })}
      />
    ),
  // Said with those that are in quarantine.
  quarantineDropped: () => null,
  unattributed: ({ unattributed }) =>
    unattributed !== null && (
      <Alert
        type="info"
        showIcon
        title={
          <>
            {formatCounted(unattributed.calls, 'call')} of the last 30 days came by{' '}
            {unattributed.numbers === 1
              ? 'a number that stands for nothing'
              : `${formatCount(unattributed.numbers)} numbers that stand for nothing`}
            : <TextLink to={`${paths.numbers}?standsFor=nothing`}>say what they stand for</TextLink>
          </>
        }
      />
    ),
  silentNumbers: ({ silentNumbers }) =>
    silentNumbers !== null && (
      <Alert
        type="info"
        showIcon
        title={
          <>
            {silentNumbers.numbers === 1
              ? 'A number that stands for something has'
              : `${formatCount(silentNumbers.numbers)} numbers that stand for something have`}{' '}
            had no call for {formatCounted(silentNumbers.days, 'day')}:{' '}
            <TextLink to={`${paths.numbers}?standsFor=silent`}>see which</TextLink>
          </>
        }
      />
    ),
  failedJobs: ({ failedJobs }) =>
    failedJobs.map(({ name, count }) => (
      <Warning key={name}>{`The job ${name} failed ${formatCount(count)} times`}</Warning>
    )),
  stoppedAddresses: ({ stoppedAddresses }) =>
    stoppedAddresses > 0 && (
      <Warning>{`Emails to ${formatCounted(stoppedAddresses, 'address', 'addresses')} are stopped`}</Warning>
    ),
  bounceMailbox: ({ bounceMailbox }) =>
    bounceMailbox !== null && (
      <Warning>{`The bounce mailbox cannot be read: ${bounceMailbox.error}`}</Warning>
    ),
  callWriter: ({ callWriter }) =>
    callWriter?.name === null && (
      <Warning>No process can write calls right now. Calls and edits are rejected until one can</Warning>
    ),
  unusualListening: ({ unusualListening }) =>
    unusualListening.map(({ userName, fullName, originals }) => (
      <Warning key={userName}>
        <PersonName userName={userName} fullName={fullName} />
        {` played ${formatCount(originals)} original recordings within an hour`}
      </Warning>
    )),
  waitingRecordings: ({ waitingRecordings }) =>
    waitingRecordings !== null && (
      <Warning>
        {`${waitingRecordings.count === 1 ? 'A recording waits' : `${formatCount(waitingRecordings.count)} recordings wait`} to be examined: ${waitingRecordings.why}`}
      </Warning>
    ),
  recalculation: ({ recalculation }) => <RecalculationProgress recalculation={recalculation} />,
}

function Warning({ children }: { children: ReactNode }) {
  return <Alert type="warning" showIcon title={children} />
}

function DamagedCalls({ found }: { found: Overview['damagedCalls'] }) {
  return (
    <Alert
      type="error"
      showIcon
      title="Stored calls are inconsistent: reports may be wrong"
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
      title={until === null ? description : `Resolved: ${description}`}
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
    <Warning>
      {what} failed or may not have arrived in the last {failedLatelyDays} days:{' '}
      <TextLink to={`${list}?status=failedLately`}>see which, and why</TextLink>
    </Warning>
  )
}

/** How many there are, and what is said of them instead of what always is. */
function factsOf(type: ManagedType, overview: Overview): { count?: number; about?: string } {
  if (type === 'user') {
    const { active, signedInToday, neverSignedIn } = overview.users
    return {
      count: active,
      about: `${formatCount(signedInToday)} signed in within a day, ${formatCount(neverSignedIn)} never signed in`,
    }
  }
  const field = countedAs(type)
  return field === undefined ? {} : { count: overview[field] }
}

function Areas({ overview }: { overview: Overview }) {
  return (
    <Tiles>
      {managedTypes.map((type) => {
        const { plural, page } = recordTypes[type]
        const { count, about = page.about } = factsOf(type, overview)
        return <Tile key={type} name={plural} path={page.path} count={count} about={about} />
      })}
      <Tile name="Deliveries" path="deliveries" about={deliveryWords(overview.failedDeliveries)} />
      <Tile name="Numbers" path="numbers" about="What each tracking number stands for, and costs" />
      <Tile name="Quarantine" path="quarantine" about="Rejected calls, to be corrected and retried" />
      <Tile name="Outbox" path="outbox" about={outboxWords(overview.mails)} />
      <Tile name="Retention" path="retention" about="Retention periods and legal holds" />
      <Tile name="Change Tracking" path="changetracking" about="Who changed what, in a tamper-evident log" />
      <HealthTile />
    </Tiles>
  )
}

/** Asks for itself, as a check can take seconds. */
function HealthTile() {
  const { data, isError } = useQuery(healthQuery)
  const unknown = isError ? 'How each part of the portal does' : 'Checking …'
  const about = data === undefined ? unknown : (whatIsWrong(data.checks) ?? 'All well')
  return <Tile name="Health" path="health" about={about} />
}

function deliveryWords(failed: number): string {
  return failed > 0
    ? `${formatCount(failed)} failed in the last ${failedLatelyDays} days`
    : 'What subscriptions sent, to whom, and delivery status'
}

function outboxWords({ waiting, failed }: Overview['mails']): string {
  if (failed > 0) return `${formatCount(failed)} failed in the last ${failedLatelyDays} days`
  return waiting > 0
    ? `${formatCounted(waiting, 'email')} wait`
    : 'Emails sent by the portal, with their status'
}
