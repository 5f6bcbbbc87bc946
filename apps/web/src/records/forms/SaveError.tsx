import { Alert, Button } from 'antd'
import { ApiError, hasCode } from '#web/lib/api/api-error.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { isAllInFields } from '#web/ui/fields/field-errors.ts'
import classes from '#web/records/forms/SaveError.module.css'
import { Box } from '#web/ui/layout.tsx'

interface SaveErrorProps {
  error: Error
  /** Fields that show their own errors. */
  fields: readonly string[]
  onReload?: (() => void) | undefined
}

/** Why a record was not saved: what has been changed meanwhile, by somebody else or in another tab, or errors that no field shows. */
export function SaveError({ error, fields, onReload }: SaveErrorProps) {
  if (!hasCode(error, 'revisionConflict')) {
    if (isAllInFields(error, fields)) return null
    return (
      <Box margin="0 0 16px">
        <ErrorNote error={error} title="This was not saved" />
      </Box>
    )
  }
  const changes = error instanceof ApiError ? error.items : []
  return (
    <Alert
      style={{ marginBottom: 16 }}
      type="warning"
      showIcon
      title="This was changed in the meantime. Your changes were not saved"
      description={
        <>
          <ul className={classes.changes}>
            {changes.map(({ description }) => (
              <li key={description}>{description}</li>
            ))}
          </ul>
          {onReload !== undefined && (
            <Button className={classes.reload ?? ''} onClick={onReload}>
              Load current version
            </Button>
          )}
        </>
      }
    />
  )
}
