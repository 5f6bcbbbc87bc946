import { InboxOutlined } from '@ant-design/icons'
import { Upload } from 'antd'

interface CsvDropProps {
  /** Of the file that was chosen. */
  fileName: string | undefined
  isBusy?: boolean
  onFile: (file: File) => void
}

/** Where a CSV file is dropped, or chosen. */
export function CsvDrop({ fileName, isBusy = false, onFile }: CsvDropProps) {
  return (
    <Upload.Dragger
      accept=".csv,text/csv,.tsv,.txt"
      showUploadList={false}
      openFileDialogOnClick={!isBusy}
      beforeUpload={(chosen) => {
        onFile(chosen)
        return Upload.LIST_IGNORE
      }}
    >
      <p className="ant-upload-drag-icon">
        <InboxOutlined />
      </p>
      <p>{fileName ?? 'Drop a CSV file here, or choose one'}</p>
    </Upload.Dragger>
  )
}
