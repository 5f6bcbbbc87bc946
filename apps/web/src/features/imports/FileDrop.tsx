import { InboxOutlined } from '@ant-design/icons'
import { formatBytes } from '@callboard/contract/format'
import { Alert, Upload } from 'antd'
import { type ChosenFile, examineFile } from '#web/features/imports/chosen-file.ts'
import { QuietText, Stack, Text } from '#web/ui/layout.tsx'

interface FileDropProps {
  chosen: ChosenFile | undefined
  problem: string | undefined
  isDisabled: boolean
  onChoose: (chosen: ChosenFile) => void
}

/** Where a file is dropped, or chosen; says which one, and what is wrong with it. */
export function FileDrop({ chosen, problem, isDisabled, onChoose }: FileDropProps) {
  return (
    <Stack gap={8} margin="0 0 16px">
      <Upload.Dragger
        showUploadList={false}
        disabled={isDisabled}
        beforeUpload={async (dropped) => {
          onChoose(await examineFile(dropped))
          return Upload.LIST_IGNORE
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <Text as="p" breaks="anywhere">
          {chosen === undefined ? 'Drop a file here, or choose one' : chosen.file.name}
        </Text>
        {chosen !== undefined && <QuietText>{formatBytes(chosen.file.size)}</QuietText>}
      </Upload.Dragger>
      {problem !== undefined && <Alert type="error" showIcon title={problem} />}
    </Stack>
  )
}
