// Which candidates make a table, and from which position on.
#include "identify.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>

#include "point_candidates.hpp"
#include "rotary_candidates.hpp"
#include "sinusoidal_candidates.hpp"

namespace tables {

std::vector<std::vector<Index>> grids(Index n, Index axes) {
  std::vector<std::vector<Index>> all;
  if (axes == 1) return {{n}};
  for (Index size = 2; size <= n / 2; ++size) {
    if (n % size != 0) continue;
    for (std::vector<Index>& rest : grids(n / size, axes - 1)) {
      if (rest[0] < 2) continue;
      rest.insert(rest.begin(), size);
      all.push_back(std::move(rest));
    }
  }
  const auto spread = [](const std::vector<Index>& sizes) {
    return *std::max_element(sizes.begin(), sizes.end()) -
           *std::min_element(sizes.begin(), sizes.end());
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const auto& a, const auto& b) { return spread(a) < spread(b); });
  return all;
}

namespace {

/// Where the rows of a candidate may be. A grid begins after leading rows of zeros (a class token).
std::vector<Location> locations(const Candidate& candidate, const Given& given) {
  const Index n = given.rows.rows();
  std::vector<Location> list;
  if (given.points.size() > 0) {
    const bool fits = candidate.axes == given.points.cols() &&
                      (candidate.places == Places::counted || candidate.places == Places::data);
    if (fits) list.push_back({{n}, 0, 0, {given.points, "the points given"}});
    return list;
  }
  if (candidate.places == Places::data) {
    DataPoints own = candidate.points_in ? candidate.points_in(given.rows) : DataPoints();
    if (own.points.size() > 0) list.push_back({{n}, 0, 0, std::move(own)});
    return list;
  }
  if (candidate.axes == 1) {
    for (const Index first : {0, 1, 2}) list.push_back({{n}, first, 0});
    return list;
  }
  Index zeros = 0;
  while (zeros < n && (given.rows.row(zeros).array() == 0).all()) ++zeros;
  const bool known = given.sizes.size() > 1;
  if (known && given.sizes.size() != static_cast<std::size_t>(candidate.axes)) return {};
  for (const auto& sizes :
       known ? std::vector<std::vector<Index>>{given.sizes} : grids(n - zeros, candidate.axes)) {
    const Index skipped = known ? 0 : zeros;
    list.push_back({sizes, 0, skipped});
    if (candidate.places == Places::counted) list.push_back({sizes, 1, skipped});
  }
  return list;
}

/// The position of row 0 for which another row, the first that is not zero, is nearest.
template <class Made>
Index nearest_first(const Made& made, const Given& given, Index searched) {
  Index row = 0;
  while (row + 1 < given.rows.rows() && (given.rows.row(row).array() == 0).all()) ++row;
  const Rows rows = made(points_of(Places::counted, {searched}, 0));
  Index position = 0;
  (rows.exact.rowwise() - given.rows.row(row)).rowwise().squaredNorm().minCoeff(&position);
  return position - row;
}

}  // namespace

Answer identify(const Given& given, bool two_files) {
  constexpr Index kSearched = 1024;
  std::vector<Candidate> candidates = rotary_caches(two_files);
  if (!two_files) {
    std::vector<Candidate> tables = sinusoidal_tables();
    tables.insert(tables.end(), candidates.begin(), candidates.end());
    candidates = std::move(tables);
    for (Candidate& octaves : octave_tables()) candidates.push_back(std::move(octaves));
    for (Candidate& features : fourier_tables(given.matrix)) {
      candidates.push_back(std::move(features));
    }
  }
  const Index n = given.rows.rows();
  const auto few = spread_rows(n, 24), all = spread_rows(n, n);

  struct Trial {
    Match match;
    const Candidate* candidate;
    Location location;
  };
  std::vector<Trial> trials;
  bool found = false;
  for (const bool search : {false, true}) {
    if (found) break;
    for (const Candidate& candidate : candidates) {
      const bool counted = candidate.axes == 1 && candidate.places == Places::counted;
      if (search && (!counted || given.points.size() > 0)) continue;
      try {
        const auto made = candidate.make(given.rows.cols(), given.type);
        const auto where =
            search ? std::vector<Location>{{{n}, nearest_first(made, given, kSearched), 0}}
                   : locations(candidate, given);
        for (const Location& location : where) {
          if (search && location.first >= 0 && location.first <= 2) continue;  // tried
          Match match = compare(given.rows, given.type, candidate, made, location, few);
          found = found || match.agreement != Agreement::none;
          trials.push_back({std::move(match), &candidate, location});
        }
      } catch (const std::invalid_argument&) {  // no table of this width
      }
    }
  }
  std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) {
    if (a.match.agreement != b.match.agreement) return a.match.agreement < b.match.agreement;
    return a.match.mean < b.match.mean;
  });

  Answer answer;
  std::set<std::string> near;  // one place of each line
  for (const auto& [match, candidate, location] : trials) {
    Match whole = match;
    if (match.agreement != Agreement::none) {
      const auto made = candidate->make(given.rows.cols(), given.type);
      whole = compare(given.rows, given.type, *candidate, made, location, all);
    }
    if (whole.agreement == Agreement::none) {
      if (near.size() < 3 && near.insert(whole.line).second) answer.nearest.push_back(whole);
    } else if (answer.matches.empty() || whole.agreement < answer.matches[0].agreement) {
      answer.matches.assign(1, whole);
    } else if (whole.agreement == answer.matches[0].agreement && answer.matches.size() < 6) {
      answer.matches.push_back(whole);
    }
  }
  std::stable_sort(answer.matches.begin(), answer.matches.end(),
                   [](const Match& a, const Match& b) { return a.mean < b.mean; });
  return answer;
}

std::vector<Candidate> presets(bool rotary) {
  return rotary ? rotary_caches(true) : sinusoidal_tables();
}

}  // namespace tables
