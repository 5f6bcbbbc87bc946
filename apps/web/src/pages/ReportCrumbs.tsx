import { Breadcrumb } from 'antd'
import { Link } from 'react-router'
import { paths } from '#web/lib/urls/paths.ts'

interface ReportCrumbsProps {
  /** The levels between the list of reports and the page. */
  above: readonly { name: string; path: string }[]
}

/** The way back from what belongs to a report. */
export function ReportCrumbs({ above }: ReportCrumbsProps) {
  const steps = [{ name: 'Reports', path: paths.reports }, ...above]
  return (
    <Breadcrumb
      items={steps.map(({ name, path }) => ({ key: path, title: <Link to={path}>{name}</Link> }))}
    />
  )
}
