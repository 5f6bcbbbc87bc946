import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { UploadDialog } from '#web/features/imports/UploadDialog.tsx'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'

interface ImportButtonProps {
  sourceId: string
  /** Chosen already. */
  file?: File | undefined
  isPrimary?: boolean
}

/** Imports a file of a source, and leads to what becomes of it. */
export function ImportButton({ sourceId, file, isPrimary = false }: ImportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isViewingAs = useIsViewingAs()
  const navigate = useNavigate()
  if (isViewingAs) return null
  return (
    <>
      <Button type={isPrimary ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {file === undefined ? 'Import a file' : 'Import this file'}
      </Button>
      {isOpen && (
        <UploadDialog
          sourceId={sourceId}
          file={file}
          onClose={() => setOpen(false)}
          onUploaded={({ id }) => void navigate(paths.manageRecord('imports', id))}
        />
      )}
    </>
  )
}
