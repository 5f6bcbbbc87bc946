import type { Import } from '@callboard/contract/imports'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { importSubjects } from '#web/features/imports/queries.ts'
import { type FileToUpload, uploadFile } from '#web/features/imports/upload-file.ts'
import { useInvalidate } from '#web/records/invalidate.ts'

export interface FileUpload {
  start: (upload: FileToUpload) => void
  /** Ends what is sent, and forgets what went wrong. */
  cancel: () => void
  isPending: boolean
  /** Bytes that have arrived. */
  sent: number
  /** Why the file was not accepted. */
  error: Error | null
}

/** Sends a file of a source, and says what has arrived of it. */
export function useFileUpload(onUploaded: (uploaded: Import) => void): FileUpload {
  const [sent, setSent] = useState(0)
  const abort = useRef<AbortController>(undefined)
  const invalidate = useInvalidate()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async (upload: FileToUpload) => {
      const controller = new AbortController()
      abort.current = controller
      setSent(0)
      return await uploadFile(upload, { onProgress: setSent, signal: controller.signal })
    },
    onSuccess: onUploaded,
    onSettled: () => invalidate(...importSubjects),
  })
  return {
    start: mutate,
    cancel: () => {
      abort.current?.abort()
      reset()
    },
    isPending,
    sent,
    error: error?.name === 'AbortError' ? null : error,
  }
}
