import { Breadcrumb } from 'antd'
import { Link } from 'react-router'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'

export interface Crumb {
  name: string
  path: string
}

interface ManageCrumbsProps {
  /** The levels above the page, the list of the record last. */
  above?: readonly Crumb[]
}

/** The way back to the Administration Dashboard, and from a record to its list. */
export function ManageCrumbs({ above = [] }: ManageCrumbsProps) {
  const { isAdmin } = useCurrentUser()
  const steps = [...(isAdmin ? [{ name: 'Administration', path: paths.manage }] : []), ...above]
  if (steps.length === 0) return null
  return (
    <Breadcrumb
      items={steps.map(({ name, path }) => ({ key: path, title: <Link to={path}>{name}</Link> }))}
    />
  )
}
