import { formatBytes } from '@callboard/contract/format'
import { Form, Modal, Progress } from 'antd'
import { useState } from 'react'
import type { ChosenFile } from '#web/features/imports/chosen-file.ts'
import { FileDrop } from '#web/features/imports/FileDrop.tsx'
import { useNewSource } from '#web/features/imports/new-source.ts'
import { useNeedsMapping, useSourceOffer } from '#web/features/imports/source-offer.ts'
import { SourceOfFile } from '#web/features/imports/SourceOfFile.tsx'
import type { FileUpload } from '#web/features/imports/use-file-upload.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { Grid, Hint, QuietText } from '#web/ui/layout.tsx'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'

interface UploadDialogProps {
  /** Chosen already. */
  sourceId?: string | undefined
  file?: File | undefined
  upload: FileUpload
  onClose: () => void
  /** Where a file may be of a system that the portal does not know yet: leads to what the columns of its source are. */
  onMap?: (sourceId: string, file: File) => void
}

const notTable = 'This is not a table. Save it as CSV, Excel (.xlsx) or JSON, and choose that file.'

/**
 * Takes a file, and then asks which source it is of, or what to call a new one. While the file is sent the dialog stays: a network
 * that breaks off is waited for.
 */
export function UploadDialog({ sourceId: given, file, upload, onClose, onMap }: UploadDialogProps) {
  const { isAdmin } = useCurrentUser()
  const isNewOffered = onMap !== undefined && isAdmin
  const [chosen, setChosen] = useState<ChosenFile | undefined>(file && { file })
  const [{ sourceId, isNew, isDryRun }, setAsked] = useState<Asked>({ sourceId: given, isDryRun: false })
  const offer = useSourceOffer(isNewOffered)
  const newSource = useNewSource(chosen?.file, isNewOffered)
  const forNew = isNewOffered && (isNew ?? (sourceId === undefined && !offer.fits(chosen?.file)))
  const needsMapping = useNeedsMapping(isNewOffered && !forNew ? sourceId : undefined)
  const isMapping = forNew || needsMapping === true
  const problem = chosen?.problem ?? (isMapping && chosen?.isNoTable === true ? notTable : undefined)
  const ready = problem === undefined ? chosen?.file : undefined
  const isSaid = forNew
    ? newSource.create !== undefined
    : sourceId !== undefined && needsMapping !== undefined
  const missingSource = sourceId === undefined ? 'Choose a source first.' : undefined
  const missing = chosen === undefined ? 'Choose a file first.' : forNew ? newSource.missing : missingSource
  const isPending = upload.isPending || newSource.isPending
  function submit() {
    if (ready === undefined) return
    if (forNew) newSource.create?.(({ id }) => onMap(id, ready))
    else if (sourceId !== undefined && needsMapping === true) onMap?.(sourceId, ready)
    else if (sourceId !== undefined) upload.start({ file: ready, sourceId, isDryRun })
  }
  return (
    <Modal
      open
      title="Import a file"
      okText={isMapping ? 'Continue' : isDryRun ? 'Try the whole file' : 'Import'}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        disabled: ready === undefined || !isSaid,
      }}
      confirmLoading={isPending}
      onCancel={() => {
        upload.cancel()
        onClose()
      }}
      mask={{ closable: !isPending }}
    >
      <Form id={formId} layout="vertical" requiredMark={false} disabled={isPending} onFinish={submit}>
        <FileDrop chosen={chosen} problem={problem} isDisabled={isPending} onChoose={setChosen} />
        {offer.isLoading || newSource.isLoading ? (
          <Skeleton />
        ) : (
          <SourceOfFile
            newSource={isNewOffered ? newSource : undefined}
            hasSources={offer.hasSources}
            isNew={forNew}
            needsMapping={needsMapping === true}
            sourceId={sourceId}
            isDryRun={isDryRun}
            onChange={(part) => setAsked((asked) => ({ ...asked, ...part }))}
          />
        )}
      </Form>
      {upload.isPending && chosen !== undefined && <Sending sent={upload.sent} size={chosen.file.size} />}
      {missing !== undefined && (
        <Hint fontSize={13} textAlign="end" margin="12px 0 0">
          {missing}
        </Hint>
      )}
      {upload.error !== null && <ErrorNote error={upload.error} title="This file was not accepted" />}
    </Modal>
  )
}

const formId = 'import_file'

interface Asked {
  /** Undefined until somebody says it: it follows from what there is. */
  isNew?: boolean
  sourceId: string | undefined
  isDryRun: boolean
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
