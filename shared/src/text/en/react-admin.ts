/** What react-admin itself says: the console draws its own lists, forms and messages, so that little is left. */
export const reactAdmin = {
  notification: {
    updated: 'Element updated |||| %{smart_count} elements updated',
    http_error: 'Server communication error',
    data_provider_error: 'Something went wrong. Reload the page and try again.',
    item_doesnt_exist: 'Element does not exist',
    not_authorized: "You're not authorized to access this resource.",
    logged_out: 'Your session has ended, please log in again.',
  },
  message: {
    invalid_form: 'The form is not valid. Please check for errors',
    unsaved_changes: "Some of your changes weren't saved. Are you sure you want to ignore them?",
  },
  auth: {
    auth_check_error: 'Please log in',
  },
};

export type ReactAdmin = typeof reactAdmin;
