// A review by the server, and what it has reported so far.

import { JobSession } from "../jobs/job_session.svelte";
import { beginReview, stopReview } from "../api/reviews";
import type { ReviewJob, ReviewRequest } from "../api/types";

export class ReviewSession extends JobSession<ReviewJob, ReviewRequest> {
  constructor(ondone: (job: ReviewJob) => void) {
    super(
      {
        begin: beginReview,
        stop: stopReview,
        jobOf: (message) => (message.type === "review" ? message.job : null),
      },
      ondone,
    );
  }
}
