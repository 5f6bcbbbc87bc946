import { UploadOutlined } from '@ant-design/icons'
import { textLimits } from '@callboard/contract/limits'
import { createMedia, imageRule, imageTypes } from '@callboard/contract/media'
import { useMutation } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import classes from '#web/features/media/media.module.css'
import { errorText, send } from '#web/lib/api.ts'
import { formatCounted } from '#web/lib/format.ts'
import { imageFileError } from '#web/lib/image-file.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** Takes images into the library, one after another. */
export function DropZone({ onAdded }: { onAdded: () => void }) {
  const { message } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [faults, setFaults] = useState<string[]>([])
  const adding = useMutation({
    mutationFn: addAll,
    onSuccess: ({ added, faults: found }) => {
      setFaults(found)
      if (added > 0) message.success(`${formatCounted(added, 'image')} added.`)
      onAdded()
    },
  })

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (event.dataTransfer.files.length > 0) adding.mutate([...event.dataTransfer.files])
  }

  return (
    <>
      <div
        className={isOver ? `${classes.drop} ${classes.over}` : classes.drop}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <span>Drop images here: {imageRule} each</span>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={imageTypes.join()}
          aria-label="Images"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            target.value = ''
            if (files.length > 0) adding.mutate(files)
          }}
        />
        <Button
          type="primary"
          icon={<UploadOutlined aria-hidden />}
          loading={adding.isPending}
          onClick={() => input.current?.click()}
        >
          Choose images
        </Button>
      </div>
      {faults.map((fault) => (
        <Notice key={fault} kind="error">
          {fault}
        </Notice>
      ))}
    </>
  )
}

/** One that is refused keeps no other back. */
async function addAll(files: readonly File[]): Promise<{ added: number; faults: string[] }> {
  const faults: string[] = []
  for (const file of files) {
    const fault =
      imageFileError(file) ??
      (await send(createMedia, { query: { name: nameOf(file) }, body: file }).then(
        () => undefined,
        (error: unknown) => errorText(error),
      ))
    if (fault !== undefined) faults.push(`${file.name}: ${fault}`)
  }
  return { added: files.length - faults.length, faults }
}

/** Without its ending. */
function nameOf({ name }: File): string {
  return name.replace(/\.[a-z]+$/i, '').slice(0, textLimits.mediaName) || name
}
