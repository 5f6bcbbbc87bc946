import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useSystemSettings } from '#web/lib/system-settings.ts'
import classes from '#web/pages/ManagePage.module.css'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'

const areas = [
  { name: 'Reports', path: paths.reports, about: 'Every report of the library, by group and set.' },
  {
    name: 'Call details',
    path: paths.callDetails,
    about: 'The calls of all customers, with filters and export.',
  },
  { name: 'Profile', path: paths.profile, about: 'Your own names, picture, password and sessions.' },
] as const

export function ManagePage() {
  const settings = useSystemSettings()
  return (
    <PageFrame title="Administration Dashboard" description="Where administrators begin">
      <ul className={classes.cards}>
        {areas.map(({ name, path, about }) => (
          <li key={path}>
            <Link className={classes.card} to={path}>
              <strong className={classes.name}>{name}</strong>
              <span>{about}</span>
            </Link>
          </li>
        ))}
      </ul>
      {settings !== undefined && (
        <Panel title="System">
          {settings.productName} {settings.version ?? ''} · days and dates are read in{' '}
          {settings.defaultTimeZone}
        </Panel>
      )}
    </PageFrame>
  )
}
