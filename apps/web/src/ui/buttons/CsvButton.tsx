import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type FileToSave, useFileExport } from '#web/ui/buttons/file-export.tsx'

/** Saves all that a list has found as CSV. */
export function CsvButton(file: FileToSave) {
  const { isRunning, start } = useFileExport()
  return (
    <Button icon={<DownloadOutlined />} disabled={isRunning} onClick={() => void start(file)}>
      Export CSV
    </Button>
  )
}
