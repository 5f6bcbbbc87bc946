import { Breadcrumb } from 'antd'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'

interface ManageCrumbsProps {
  /** The list that the record is of. */
  list?: { name: string; path: string }
}

/** The way back to the Administration Dashboard, and from a record to its list. */
export function ManageCrumbs({ list }: ManageCrumbsProps) {
  const steps = [{ name: 'Administration', path: paths.manage }, ...(list === undefined ? [] : [list])]
  return (
    <Breadcrumb
      items={[
        ...steps.map(({ name, path }) => ({ key: path, title: <Link to={path}>{name}</Link> })),
        { key: 'here', title: '' },
      ]}
    />
  )
}
