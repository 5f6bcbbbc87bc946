import { DownloadOutlined } from '@ant-design/icons'
import { type ExportType, type Report, runReport } from '@callboard/contract/reports'
import { Button, Dropdown } from 'antd'
import { type ReportState, runOf } from '#web/features/reports/report-url.ts'
import { download } from '#web/lib/api.ts'
import { useFileExport } from '#web/ui/file-export.tsx'

interface ExportButtonProps {
  report: Report
  state: ReportState
  timeZone: string
}

/** Exports all rows as a file, of a type that the report allows. */
export function ExportButton({ report, state, timeZone }: ExportButtonProps) {
  const { isRunning, start } = useFileExport()
  // JSON is for programs.
  const types = report.exportTypes.filter(({ contentType }) => contentType !== 'application/json')
  const [only, ...others] = types
  if (only === undefined) return null
  function exportAs({ name, contentType }: ExportType) {
    void start({
      what: `${report.name} as ${name}`,
      save: (signal) =>
        download(runReport, { body: { ...runOf(report, state), timeZone } }, contentType, signal),
    })
  }
  if (others.length === 0) {
    return (
      <Button icon={<DownloadOutlined />} loading={isRunning} onClick={() => exportAs(only)}>
        Export {only.name}
      </Button>
    )
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: types.map((type) => ({ key: type.id, label: type.name, onClick: () => exportAs(type) })),
      }}
    >
      <Button icon={<DownloadOutlined />} loading={isRunning} aria-haspopup="menu">
        Export
      </Button>
    </Dropdown>
  )
}
