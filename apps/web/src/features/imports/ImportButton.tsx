import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { UploadDialog } from '#web/features/imports/UploadDialog.tsx'
import { useFileUpload } from '#web/features/imports/use-file-upload.ts'
import { explainedError } from '#web/lib/api/api-error.ts'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useMessage } from '#web/ui/message.tsx'

interface ImportButtonProps {
  sourceId: string
  /** Chosen already. */
  file?: File | undefined
  isPrimary?: boolean
  /** What has to be saved first: then the file is sent without another question. */
  save?: (() => Promise<unknown>) | undefined
  isDisabled?: boolean
}

/** Imports a file of a source, and leads to what becomes of it. */
export function ImportButton({
  sourceId,
  file,
  isPrimary = false,
  save,
  isDisabled = false,
}: ImportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isViewingAs = useIsViewingAs()
  const navigate = useNavigate()
  const message = useMessage()
  const upload = useFileUpload(({ id }) => void navigate(paths.manageRecord('imports', id)))
  const saving = useMutation({
    mutationFn: async () => await save?.(),
    onError: (error) => message.error(explainedError(error)),
    onSuccess: () => {
      setOpen(true)
      if (file !== undefined) upload.start({ file, sourceId, isDryRun: false })
    },
  })
  if (isViewingAs) return null
  return (
    <>
      <Button
        type={isPrimary ? 'primary' : 'default'}
        disabled={isDisabled}
        loading={saving.isPending}
        onClick={() => (save === undefined ? setOpen(true) : saving.mutate())}
      >
        {file === undefined
          ? 'Import a file'
          : save === undefined
            ? 'Import this file'
            : 'Save and import this file'}
      </Button>
      {isOpen && (
        <UploadDialog sourceId={sourceId} file={file} upload={upload} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
