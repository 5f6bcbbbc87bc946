import * as endpoints from '@callboard/contract/overview'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { paths } from '#web/lib/paths.ts'
import { systemSettingsQuery } from '#web/lib/system-settings-query.ts'
import classes from '#web/pages/ManagePage.module.css'
import { ChangeList } from '#web/records/ChangeList.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

const lastChanges = 10

/** Where administrators begin: how much there is of everything, what failed, and what was changed last. */
export function ManagePage() {
  const query = useQuery(endpointQuery('overview', endpoints.getOverview, {}))
  return (
    <PageFrame title="Administration Dashboard" description={<SystemLine />}>
      <QueryState query={query}>
        {(overview) => (
          <>
            <Warnings overview={overview} />
            <Areas overview={overview} />
          </>
        )}
      </QueryState>
      <Panel
        flush
        title="Last changes"
        actions={<Link to={paths.manageList('changetracking')}>Change tracking</Link>}
      >
        <ChangeList search={{ pageSize: lastChanges }} isShort emptyReason="Nothing was changed yet." />
      </Panel>
    </PageFrame>
  )
}

function SystemLine() {
  const settings = useQuery(systemSettingsQuery).data
  if (settings === undefined) return null
  return (
    <>
      {settings.productName} {settings.version ?? ''} · days and dates are read in {settings.defaultTimeZone}
    </>
  )
}

/** What somebody has to look at; nothing where all is well. */
function Warnings({ overview: { failedJobs, mails, quarantined } }: { overview: endpoints.Overview }) {
  const warnings = [
    ...failedJobs.map(({ name, count }) => `The job ${name} failed ${count.toLocaleString()} times`),
    ...(mails.failed === 0 ? [] : [`${mails.failed.toLocaleString()} mails could not be sent`]),
    ...(quarantined === 0
      ? []
      : [`${quarantined.toLocaleString()} rows of calls were refused and wait in the quarantine`]),
  ]
  return warnings.map((warning) => <Alert key={warning} type="warning" showIcon title={warning} />)
}

interface Area {
  name: string
  kind: string
  /** What there is of it. */
  count?: number
  about: string
}

function areasOf({
  users,
  roles,
  customers,
  entities,
  entityGroups,
  apiKeys,
  mails,
}: endpoints.Overview): Area[] {
  const waiting = mails.waiting === 0 ? 'What is sent, and how it looks' : `${mails.waiting} mails wait`
  return [
    {
      name: 'Users',
      kind: 'users',
      count: users.active,
      about: `${users.signedInToday} signed in within a day, ${users.neverSignedIn} never yet`,
    },
    { name: 'Roles', kind: 'roles', count: roles, about: 'Sets of rights that users have for a time' },
    { name: 'Customers', kind: 'customers', count: customers, about: 'Whose calls these are' },
    { name: 'Entities', kind: 'entities', count: entities, about: 'Numbers, locations, routes and the rest' },
    {
      name: 'Entity groups',
      kind: 'entitygroups',
      count: entityGroups,
      about: 'Limit the calls that users see',
    },
    { name: 'API keys', kind: 'apikeys', count: apiKeys, about: 'For programs that send and read calls' },
    { name: 'Menus', kind: 'menus', about: 'What stands in the side menu' },
    { name: 'Email Templates', kind: 'emailtemplates', about: waiting },
    { name: 'Media', kind: 'media', about: 'Logo and images of mails' },
    { name: 'Settings', kind: 'settings', about: 'Name, zone, sessions, mail' },
    { name: 'Change tracking', kind: 'changetracking', about: 'Who changed what, and proof of it' },
  ]
}

function Areas({ overview }: { overview: endpoints.Overview }) {
  return (
    <ul className={classes.cards}>
      {areasOf(overview).map(({ name, kind, count, about }) => (
        <li key={kind}>
          <Link className={classes.card} to={paths.manageList(kind)}>
            <span className={classes.head}>
              <strong className={classes.name}>{name}</strong>
              {count !== undefined && <span className={classes.count}>{count.toLocaleString()}</span>}
            </span>
            <span>{about}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
