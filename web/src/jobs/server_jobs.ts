// Jobs of the server, which reports on the socket of the page.

import { pageSocket } from "../api/page_socket";
import type { ServerMessage } from "../api/types";
import type { JobSource } from "./job_session.svelte";

/** `jobOf`: the job that a message brings, if it is of this kind. */
export const serverJobs = <Job, Request>(
  begin: (request: Request) => Promise<Job>,
  stop: (id: string) => Promise<unknown>,
  jobOf: (message: ServerMessage) => Job | null,
): JobSource<Job, Request> => ({
  begin,
  stop,
  follow(id, news, refused) {
    const subscription = pageSocket.subscribe(() => ({ type: "job", id }), {
      message: (message) => {
        const job = jobOf(message);
        if (job !== null) news(job);
      },
      state: () => undefined,
      // The server does not know the job any more: it was restarted.
      refused: (why) => refused(why.text),
    });
    return () => subscription.close();
  },
});
