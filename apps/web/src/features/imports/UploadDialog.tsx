import { InboxOutlined } from '@ant-design/icons'
import { formatBytes } from '@callboard/contract/format'
import type { Import } from '@callboard/contract/imports'
import { useMutation } from '@tanstack/react-query'
import { Checkbox, Form, Modal, Progress, Upload } from 'antd'
import { useRef, useState } from 'react'
import { importSubjects } from '#web/features/imports/queries.ts'
import { uploadFile } from '#web/features/imports/upload-file.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { sourceChoice } from '#web/records/choices/source-choice.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Grid, Hint, QuietText, Stack } from '#web/ui/layout.tsx'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'

interface UploadDialogProps {
  /** Chosen already. */
  sourceId?: string | undefined
  file?: File | undefined
  onClose: () => void
  onUploaded: (uploaded: Import) => void
}

/** Takes a file for a source. While it is sent the dialog stays: a network that breaks off is waited for. */
export function UploadDialog({ sourceId: given, file: chosen, onClose, onUploaded }: UploadDialogProps) {
  const [sourceId, setSourceId] = useState(given)
  const [file, setFile] = useState(chosen)
  const [isDryRun, setDryRun] = useState(false)
  const [sent, setSent] = useState(0)
  const abort = useRef<AbortController>(undefined)
  const invalidate = useInvalidate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (upload: { file: File; sourceId: string; isDryRun: boolean }) => {
      const controller = new AbortController()
      abort.current = controller
      setSent(0)
      return await uploadFile(upload, { onProgress: setSent, signal: controller.signal })
    },
    onSuccess: onUploaded,
    onSettled: () => invalidate(...importSubjects),
  })
  const isReady = file !== undefined && sourceId !== undefined
  return (
    <Modal
      open
      title="Import a file"
      okText={isDryRun ? 'Try the whole file' : 'Import'}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={isPending}
      onOk={() => isReady && mutate({ file, sourceId, isDryRun })}
      onCancel={() => {
        abort.current?.abort()
        onClose()
      }}
      mask={{ closable: !isPending }}
    >
      <Form layout="vertical">
        <Form.Item
          label="Source"
          htmlFor="import_source"
          required
          extra={
            <>
              A source is the phone system that the file comes from.{' '}
              <TextLink to={paths.manageRecord('sources', 'add')}>Add a source</TextLink> if yours is not in
              the list.
            </>
          }
        >
          <RecordSelect
            id="import_source"
            choice={sourceChoice(undefined)}
            placeholder="Choose a phone system"
            nothingFound={
              <>
                No source is found.{' '}
                <TextLink to={paths.manageRecord('sources', 'add')}>Add a source</TextLink>
              </>
            }
            value={sourceId}
            onChange={(picked) => setSourceId(picked ?? undefined)}
          />
        </Form.Item>
        <Upload.Dragger
          showUploadList={false}
          disabled={isPending}
          beforeUpload={(dropped) => {
            setFile(dropped)
            return Upload.LIST_IGNORE
          }}
        >
          <p className="ant-upload-drag-icon">
            <InboxOutlined />
          </p>
          <p>{file === undefined ? 'Drop a file here, or choose one' : file.name}</p>
          {file !== undefined && <QuietText>{formatBytes(file.size)}</QuietText>}
        </Upload.Dragger>
        <Stack gap={4} margin="12px 0 0">
          <Checkbox
            checked={isDryRun}
            disabled={isPending}
            onChange={({ target }) => setDryRun(target.checked)}
          >
            Try the whole file only
          </Checkbox>
          <Hint>Counts what would be created, updated and rejected, and why. Nothing is changed.</Hint>
        </Stack>
      </Form>
      {isPending && file !== undefined && <Sending sent={sent} size={file.size} />}
      {error !== null && error.name !== 'AbortError' && (
        <ErrorNote error={error} title="This file was not accepted" />
      )}
    </Modal>
  )
}

function Sending({ sent, size }: { sent: number; size: number }) {
  return (
    <Grid margin="12px 0 0">
      <Progress
        aria-label="Sent"
        percent={size === 0 ? 0 : Math.floor((100 * sent) / size)}
        size="small"
        status="active"
      />
      <QuietText fontSize={13}>
        {`${formatBytes(sent)} of ${formatBytes(size)} sent. Keep this page open.`}
      </QuietText>
    </Grid>
  )
}
